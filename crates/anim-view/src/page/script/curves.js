// The curves of the selected node: a figure for each property, with what it is at the moment, and which channels play.

/** Whether any line of a panel changes. */
function moves(clip, panel) {
  return panel.lines.some(({ channel, component }) => changes(clip.motion.tracks[channel], component));
}

class Curves {
  /** Called with a time that was pointed at, and with the channels that are not to play. */
  sought = () => {};
  muted = () => {};

  /** The weights of blend shapes that the user sets, how many a node has, and what is called after a change. */
  shapes = null;

  constructor(root) {
    this.root = root;
    this.figures = [];
    this.inDegrees = true;
    new ResizeObserver(() => this.redraw()).observe(root);
  }

  load(clip) {
    this.clip = clip;
    [this.mutes, this.solos] = [new Set(), new Set()];
    this.span = new Span(clip.duration);
    this.span.changed = () => this.redraw();
  }

  /** Shows the curves of a node. */
  show(node) {
    this.node = node;
    const title = document.createElement("h2");
    title.textContent = node < 0 ? "Curves" : shorten(nodeName(this.clip, node), 200);
    const panels = this.clip.panels.filter((panel) => panel.node === node);
    this.figures = panels.map((panel) => this.figure(panel));
    this.root.replaceChildren(title, ...this.tools(panels), ...this.figures.map(({ root }) => root));
    const { weights, countOf, changed } = this.shapes;
    this.sliders = node < 0 ? null : blendShapes(this.clip, node, countOf(node), weights, changed);
    if (this.sliders) title.after(this.sliders.root);
    if (panels.length === 0) {
      const none = Object.assign(document.createElement("p"), { className: "none" });
      none.textContent = node < 0 ? "Select a node to see its curves." : "No channel moves this node.";
      this.root.append(none);
    }
    this.redraw();
  }

  /** The choice of the unit of angles, where there are any. */
  tools(panels) {
    if (!panels.some(({ angle }) => angle)) return [];
    const unit = pressButton("Degrees", "Angles in degrees, else in radians", this.inDegrees, (isOn) => {
      this.inDegrees = isOn;
      this.show(this.node);
    });
    unit.id = "degrees";
    return [unit];
  }

  figure(panel) {
    const root = document.createElement("figure");
    const caption = document.createElement("figcaption");
    const title = document.createElement("b");
    const isTurned = panel.angle && this.inDegrees;
    title.textContent = isTurned ? panel.title.replace("(rad)", "(°)") : panel.title;
    const factor = isTurned ? 180 / Math.PI : 1;
    const lines = panel.lines.map((line) => ({ ...line, track: this.clip.motion.tracks[line.channel], isHidden: false }));
    const isMoving = moves(this.clip, panel);
    const chart = isMoving ? new Chart(lines, this.span, panel.title) : null;
    caption.append(title, ...(isMoving ? this.switches(panel) : []));
    // Matrices have more numbers than fit; their axes are told by the lines' colours.
    const isCrowded = (line) => panel.title.startsWith("matrix") && lines.length > 4 && line.dash > 0;
    const values = lines.map((line) => {
      const number = document.createElement("span");
      if (!isCrowded(line)) caption.append(lineButton(line, number, chart, panel.title));
      return isCrowded(line) ? null : number;
    });
    root.append(caption);
    // What never changes is said in numbers.
    if (chart) {
      chart.factor = factor;
      chart.sought = (time) => this.sought(time);
      root.append(chart.root);
    }
    return { root, chart, lines, values, factor };
  }

  /** Buttons that take a property out of the motion, or all others. */
  switches(panel) {
    const channels = [...new Set(panel.lines.map(({ channel }) => channel))];
    const toggle = (set) => (isOn) => {
      for (const channel of channels) set[isOn ? "add" : "delete"](channel);
      const isMuted = (channel) => this.mutes.has(channel) || (this.solos.size > 0 && !this.solos.has(channel));
      this.muted(new Set(this.clip.targets.map((_, channel) => channel).filter(isMuted)));
    };
    const isIn = (set) => channels.some((channel) => set.has(channel));
    const mute = pressButton("M", `Mute ${panel.title}`, isIn(this.mutes), toggle(this.mutes));
    const solo = pressButton("S", `Solo ${panel.title}`, isIn(this.solos), toggle(this.solos));
    const group = Object.assign(document.createElement("span"), { className: "switches" });
    group.append(mute, solo);
    return [group];
  }

  /** Draws the curves anew, for another node, another size or another span. */
  redraw() {
    for (const { chart } of this.figures) chart?.draw();
    if (this.time !== undefined) this.update(this.time);
  }

  /** Shows the weights of blend shapes. */
  updateShapes(weight) {
    if (!this.root.hidden) this.sliders?.update((index) => weight(this.node, index));
  }

  /** Moves the cursor, and tells the values there. */
  update(time) {
    const isOther = this.time !== time;
    this.time = time;
    if (this.root.hidden) return;
    if (isOther && this.span && !this.span.isAll) this.span.follow(time);
    for (const { chart, lines, values, factor } of this.figures) {
      chart?.mark(time);
      lines.forEach(({ track, component }, index) => {
        if (values[index]) values[index].textContent = brief(valueAt(track, component, time) * factor);
      });
    }
  }
}

/** A button that is on or off. */
function pressButton(text, name, isOn, changed) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: text, title: name });
  button.setAttribute("aria-label", name);
  button.setAttribute("aria-pressed", String(isOn));
  button.addEventListener("click", () => {
    const isPressed = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(isPressed));
    changed(isPressed);
  });
  return button;
}

/** The label and the value of a line; with a chart, a button that hides the line. */
function lineButton(line, number, chart, title) {
  const label = document.createElement("i");
  label.textContent = line.label;
  label.style.setProperty("--ink", `var(--t${line.color})`);
  const root = document.createElement(chart ? "button" : "span");
  root.className = "value";
  root.append(label, " ", number);
  if (!chart) return root;
  root.type = "button";
  root.title = `Show or hide ${line.label || title}`;
  root.setAttribute("aria-pressed", "true");
  root.addEventListener("click", () => {
    line.isHidden = !line.isHidden;
    root.setAttribute("aria-pressed", String(!line.isHidden));
    chart.draw();
  });
  return root;
}
