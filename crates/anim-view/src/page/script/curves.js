// The curves of the selected node, with a cursor at the moment that is shown.

const DASHES = [[], [6, 3], [2, 3]];

/** The value of a line at a time; at a jump the one after it. */
function valueAt(points, time) {
  const count = points.length / 2;
  // Times of points are in single precision.
  const limit = Math.fround(time) + Math.abs(time) * 6e-8 + 1e-9;
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[2 * middle] <= limit) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return points[1];
  if (low === count) return points[2 * count - 1];
  const [t0, v0, t1, v1] = points.subarray(2 * low - 2, 2 * low + 2);
  return v0 + (v1 - v0) * Math.min(Math.max((time - t0) / (t1 - t0), 0), 1);
}

/** A number in few digits. */
function brief(value) {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  const text = size >= 1e5 || (size > 0 && size < 1e-3) ? value.toExponential(2) : Number(value.toPrecision(4)).toString();
  return text.replace("-", "−");
}

/** Whether any line of a panel changes. */
function moves(panel) {
  return panel.lines.some(({ points }) => points.some((value, index) => index % 2 === 1 && value !== points[1]));
}

class Curves {
  /** Called with a time that was pointed at. */
  sought = () => {};

  constructor(root) {
    this.root = root;
    this.figures = [];
    this.charts = [];
    new ResizeObserver(() => this.redraw()).observe(root);
  }

  load(clip) {
    this.clip = clip;
  }

  /** Shows the curves of a node. */
  show(node) {
    this.figures = [];
    this.charts = [];
    const title = document.createElement("h2");
    title.textContent = node < 0 ? "Curves" : shorten(nodeName(this.clip, node), 200);
    this.root.replaceChildren(title);
    const panels = this.clip.panels.filter((panel) => panel.node === node);
    for (const panel of panels) this.root.append(this.figure(panel));
    if (panels.length === 0) {
      const none = Object.assign(document.createElement("p"), { className: "none" });
      none.textContent = node < 0 ? "Select a node to see its curves." : "No channel moves this node.";
      this.root.append(none);
    }
    this.redraw();
  }

  figure(panel) {
    const figure = document.createElement("figure");
    const caption = document.createElement("figcaption");
    const title = document.createElement("b");
    title.textContent = panel.title;
    caption.append(title);
    const values = panel.lines.map((line) => {
      const value = Object.assign(document.createElement("span"), { className: "value" });
      const label = document.createElement("i");
      label.textContent = line.label;
      label.style.color = `var(--c${line.color})`;
      const number = document.createElement("span");
      value.append(label, " ", number);
      // Matrices have more numbers than fit; their axes are told by the lines' colours.
      if (panel.lines.length <= 4 || line.dash === 0) caption.append(value);
      return { number, hidden: panel.lines.length > 4 };
    });
    const facts = { panel, values };
    this.figures.push(facts);
    figure.append(caption);
    // What never changes is said in numbers.
    if (!moves(panel)) return figure;
    const chart = Object.assign(document.createElement("div"), { className: "chart" });
    const canvas = document.createElement("canvas");
    const cursor = Object.assign(document.createElement("div"), { className: "cursor" });
    chart.append(canvas, cursor);
    figure.append(chart);
    const seek = (event) => {
      const box = chart.getBoundingClientRect();
      this.sought(((event.clientX - box.left) / box.width) * this.clip.duration);
    };
    chart.addEventListener("pointerdown", (event) => {
      chart.setPointerCapture(event.pointerId);
      seek(event);
    });
    chart.addEventListener("pointermove", (event) => event.buttons > 0 && seek(event));
    this.charts.push({ panel, chart, canvas, cursor });
    return figure;
  }

  /** Draws the curves anew, for another node or another size. */
  redraw() {
    for (const { panel, chart, canvas } of this.charts) drawChart(canvas, chart, panel, this.clip.duration);
    if (this.time !== undefined) this.update(this.time);
  }

  /** Moves the cursor, and tells the values there. */
  update(time) {
    this.time = time;
    for (const { chart, cursor } of this.charts) {
      const x = this.clip.duration > 0 ? (time / this.clip.duration) * chart.clientWidth : 0;
      cursor.style.transform = `translateX(${Math.min(x, chart.clientWidth - 1)}px)`;
    }
    for (const { panel, values } of this.figures) {
      panel.lines.forEach((line, index) => {
        if (!values[index].hidden) values[index].number.textContent = brief(valueAt(line.points, time));
      });
    }
  }
}

function drawChart(canvas, chart, panel, duration) {
  const ratio = Math.min(window.devicePixelRatio || 1, 2);
  const { clientWidth: width, clientHeight: height } = chart;
  [canvas.width, canvas.height] = [Math.max(width * ratio, 1), Math.max(height * ratio, 1)];
  const context = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue(`--${name}`);
  const [low, high] = valueRange(panel);
  const MARGIN = 9;
  const x = (time) => (duration > 0 ? (time / duration) * width : 0);
  const y = (value) => height - MARGIN - ((value - low) / (high - low)) * (height - 2 * MARGIN);
  context.scale(ratio, ratio);
  context.font = "11px system-ui, sans-serif";
  context.lineWidth = 1;
  context.strokeStyle = color("line");
  context.beginPath();
  for (const value of [low, high, ...(low < 0 && high > 0 ? [0] : [])]) {
    context.moveTo(0, y(value));
    context.lineTo(width, y(value));
  }
  context.stroke();
  context.lineWidth = 1.6;
  for (const { points, keys, color: number, dash } of panel.lines) {
    context.strokeStyle = context.fillStyle = color(`c${number}`);
    context.setLineDash(DASHES[dash % DASHES.length]);
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) context.lineTo(x(points[i]), y(points[i + 1]));
    context.stroke();
    context.setLineDash([]);
    // Keys that would touch each other say nothing.
    if (keys.length / 2 > width / 6) continue;
    for (let i = 0; i < keys.length; i += 2) {
      context.beginPath();
      context.arc(x(keys[i]), y(keys[i + 1]), 2.4, 0, 2 * Math.PI);
      context.fill();
    }
  }
  context.fillStyle = color("muted");
  context.textBaseline = "top";
  context.fillText(brief(high), 4, 1);
  context.textBaseline = "bottom";
  context.fillText(brief(low), 4, height - 1);
}

/** The lowest and the highest value of a panel, never the same. */
function valueRange(panel) {
  let [low, high] = [Infinity, -Infinity];
  for (const { points } of panel.lines) {
    for (let i = 1; i < points.length; i += 2) {
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
  }
  if (!(low <= high)) return [-1, 1];
  return high - low > 1e-9 * Math.max(Math.abs(low), Math.abs(high)) ? [low, high] : [low - 1, high + 1];
}
