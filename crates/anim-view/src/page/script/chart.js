// A chart of lines over time: zoom, pan, and the value under the pointer. All charts of a panel show the same span of time.

const DASHES = [[], [6, 3], [2, 3]];

/** The span of time that charts show, within the length of the clip. */
class Span {
  /** Called after a change. */
  changed = () => {};

  constructor(duration) {
    this.duration = duration;
    [this.from, this.to] = [0, duration];
  }

  get isAll() {
    return this.from === 0 && this.to === this.duration;
  }

  set(from, to) {
    // Nearer than this, times lose their meaning.
    const length = Math.min(Math.max(to - from, this.duration * 1e-4), this.duration);
    const start = Math.min(Math.max(from, 0), this.duration - length);
    [this.from, this.to] = [start, length === this.duration ? this.duration : start + length];
    this.changed();
  }

  /** Zooms about a time. */
  zoom(factor, time) {
    this.set(time - (time - this.from) * factor, time + (this.to - time) * factor);
  }

  pan(seconds) {
    this.set(this.from + seconds, this.to + seconds);
  }

  /** Moves along so that a time is to be seen. */
  follow(time) {
    if (time < this.from || time > this.to) this.pan(time - this.from);
  }
}

class Chart {
  /** Called with a time that was pointed at. */
  sought = () => {};

  /** `lines` have `{ label, color, dash, track, component, isHidden }`. */
  constructor(lines, span, name) {
    const make = (tag, className) => Object.assign(document.createElement(tag), { className });
    [this.lines, this.span, this.factor] = [lines, span, 1];
    this.root = make("div", "chart");
    this.root.tabIndex = 0;
    this.root.setAttribute("role", "img");
    this.root.setAttribute("aria-label", `${name}: plus and minus zoom, 0 shows all`);
    this.canvas = make("canvas", "");
    this.cursor = make("div", "cursor");
    this.readout = make("div", "readout");
    this.readout.hidden = true;
    this.root.append(this.canvas, this.cursor, this.readout);
    this.listen();
  }

  listen() {
    const { root, span } = this;
    const timeOf = (event) => {
      const box = root.getBoundingClientRect();
      return span.from + ((event.clientX - box.left) / box.width) * (span.to - span.from);
    };
    const fingers = new Map();
    root.addEventListener("pointerdown", (event) => {
      root.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, event.clientX);
      if (fingers.size === 1) this.sought(timeOf(event));
    });
    root.addEventListener("pointermove", (event) => {
      this.point(event, timeOf(event));
      if (!fingers.has(event.pointerId)) return;
      const spread = () => Math.max(...fingers.values()) - Math.min(...fingers.values());
      const before = spread();
      fingers.set(event.pointerId, event.clientX);
      if (fingers.size > 1 && before > 8 && spread() > 8) span.zoom(before / spread(), timeOf(event));
      else if (fingers.size === 1) this.sought(timeOf(event));
    });
    for (const type of ["pointerup", "pointercancel"]) root.addEventListener(type, (event) => fingers.delete(event.pointerId));
    root.addEventListener("pointerleave", () => (this.readout.hidden = true));
    root.addEventListener("dblclick", () => span.set(0, span.duration));
    root.addEventListener("keydown", (event) => this.handleKey(event));
    root.addEventListener(
      "wheel",
      (event) => {
        const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
        event.preventDefault();
        const pixels = (isSideways ? event.deltaX || event.deltaY : event.deltaY) * (event.deltaMode === 0 ? 1 : 30);
        if (isSideways) span.pan((pixels / root.clientWidth) * (span.to - span.from));
        else span.zoom(Math.exp(pixels * 0.0015), timeOf(event));
      },
      { passive: false },
    );
  }

  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { span } = this;
    const middle = (span.from + span.to) / 2;
    const act = { "+": () => span.zoom(0.8, middle), "=": () => span.zoom(0.8, middle), "-": () => span.zoom(1.25, middle), 0: () => span.set(0, span.duration) }[event.key];
    act?.();
    if (act) event.preventDefault();
  }

  /** Tells the value of the line nearest to the pointer. */
  point(event, time) {
    const box = this.root.getBoundingClientRect();
    const y = event.clientY - box.top;
    const lines = this.lines.filter((line) => !line.isHidden);
    const values = lines.map(({ track, component }) => valueAt(track, component, time) * this.factor);
    const far = values.map((value) => Math.abs(this.y(value) - y));
    const nearest = far.indexOf(Math.min(...far));
    this.readout.hidden = nearest < 0;
    if (nearest < 0) return;
    const label = document.createElement("i");
    label.textContent = lines[nearest].label;
    label.style.setProperty("--ink", `var(--t${lines[nearest].color})`);
    this.readout.replaceChildren(label, ` ${brief(values[nearest])} · ${time.toFixed(3)} s`);
    const left = event.clientX - box.left;
    this.readout.style.left = `${Math.min(Math.max(left + 10, 0), Math.max(box.width - this.readout.offsetWidth, 0))}px`;
    this.readout.style.top = y < box.height / 2 ? "auto" : "2px";
    this.readout.style.bottom = y < box.height / 2 ? "2px" : "auto";
  }

  /** Puts the cursor at a time. */
  mark(time) {
    const { from, to } = this.span;
    const x = to > from ? ((time - from) / (to - from)) * this.root.clientWidth : 0;
    this.cursor.hidden = time < from - SAME_TIME || time > to + SAME_TIME;
    this.cursor.style.transform = `translateX(${Math.min(x, this.root.clientWidth - 1)}px)`;
  }

  draw() {
    const MARGIN = 9;
    const { clientWidth: width, clientHeight: height } = this.root;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const [w, h] = [width, height].map((size) => Math.max(Math.round(size * ratio), 1));
    [this.canvas.width, this.canvas.height] = [w, h];
    const context = this.canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    const color = (name) => style.getPropertyValue(`--${name}`);
    const { from, to } = this.span;
    const lines = this.lines.filter((line) => !line.isHidden);
    const points = lines.map(({ track, component }) => polyline(track, component, [from, to]));
    const [low, high] = valueRange(points).map((value) => value * this.factor);
    this.y = (value) => height - MARGIN - ((value - low) / (high - low)) * (height - 2 * MARGIN);
    const x = (time) => (to > from ? ((time - from) / (to - from)) * width : 0);
    const y = (value) => this.y(value * this.factor);
    context.scale(ratio, ratio);
    context.font = "11px system-ui, sans-serif";
    context.strokeStyle = color("line");
    context.beginPath();
    for (const value of [low, high, ...(low < 0 && high > 0 ? [0] : [])]) {
      context.moveTo(0, this.y(value));
      context.lineTo(width, this.y(value));
    }
    context.stroke();
    context.lineWidth = 1.6;
    lines.forEach((line, index) => {
      context.strokeStyle = context.fillStyle = color(`c${line.color}`);
      context.setLineDash(DASHES[line.dash % DASHES.length]);
      context.beginPath();
      for (let i = 0; i < points[index].length; i += 2) {
        // A value that is not finite is a gap: canvases ignore such points and would connect those beside it.
        const place = [x(points[index][i]), y(points[index][i + 1])];
        if (i > 0 && Number.isFinite(points[index][i - 1])) context.lineTo(...place);
        else context.moveTo(...place);
      }
      context.stroke();
      context.setLineDash([]);
      const keys = keyPoints(line.track, line.component, [from, to], width / 6);
      for (let i = 0; i < keys.length; i += 2) {
        context.beginPath();
        context.arc(x(keys[i]), y(keys[i + 1]), 2.4, 0, 2 * Math.PI);
        context.fill();
      }
    });
    context.fillStyle = color("muted");
    context.textBaseline = "top";
    const [highest, lowest] = apart(high, low);
    context.fillText(highest, 4, 1);
    context.textBaseline = "bottom";
    context.fillText(lowest, 4, height - 1);
    if (this.span.isAll) return;
    context.textAlign = "right";
    context.fillText(`${apart(from, to).join("–")} s`, width - 4, height - 1);
  }
}

/** The lowest and the highest finite value of some lines, never the same. */
function valueRange(lines) {
  let [low, high] = [Infinity, -Infinity];
  for (const points of lines) {
    for (let i = 1; i < points.length; i += 2) {
      if (!Number.isFinite(points[i])) continue;
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
  }
  if (!(low <= high)) return [-1, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  const room = Math.max(1, 1e-6 * size);
  return high - low > 1e-9 * size ? [low, high] : [low - room, high + room];
}
