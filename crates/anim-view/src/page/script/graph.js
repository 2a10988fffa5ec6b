// The graph of states or sensors: nodes in a column, an arc for each edge, and the active node marked.

const SVG = document.querySelector("svg").namespaceURI;

/** What a node is called, without the marks of where a sequence starts and where it may be left. */
const plainLabel = (label) => label.replace(/^> /, "").replace(/, exit$/, "");

function makeSvg(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  return element;
}

class GraphPanel {
  /** Called with the index of a clip that was chosen, and the name of a part of it. */
  chosen = () => {};
  active = [];

  constructor(root, graph, clips) {
    this.root = root;
    this.graph = graph;
    this.clips = clips;
    this.clipOf = graph.nodes.map((node) => this.findClip(node));
    this.build();
    new ResizeObserver(() => this.drawEdges()).observe(root);
  }

  /** The clip that a node stands for: by the name of its group, or by its own. */
  findClip({ label, group }) {
    const frame = this.graph.groups[group];
    const ofGroup = ({ name }) => frame !== undefined && (frame === name || frame.startsWith(`${name}: `));
    const found = this.clips.findIndex(ofGroup);
    return found >= 0 ? found : this.clips.findIndex(({ name }) => name === plainLabel(label));
  }

  build() {
    const make = (tag, facts) => Object.assign(document.createElement(tag), facts);
    const column = make("div", { className: "nodes" });
    this.buttons = this.graph.nodes.map(({ label }, index) => {
      const button = make("button", { type: "button", textContent: label, title: label });
      button.addEventListener("click", () => this.choose(index));
      return button;
    });
    this.frames = [...this.graph.groups, null].map((name, group) => {
      const frame = make("fieldset", { className: name === null ? "none" : "" });
      if (name !== null) frame.append(make("legend", { textContent: name }));
      const isMember = (node) => (name === null ? this.graph.groups[node.group] === undefined : node.group === group);
      frame.append(...this.buttons.filter((_, index) => isMember(this.graph.nodes[index])));
      return frame;
    });
    this.arcs = makeSvg("svg", { "aria-hidden": "true" });
    column.append(...this.frames.filter((frame) => frame.querySelector("button")), this.arcs);
    this.root.replaceChildren(column);
  }

  choose(index) {
    this.near = index;
    if (this.clipOf[index] >= 0) this.chosen(this.clipOf[index], plainLabel(this.graph.nodes[index].label));
    this.drawEdges();
  }

  /** Marks what is active in a clip at a time: what the last event names, else what is called as the clip. */
  update(clip, time) {
    const current = this.clips.indexOf(clip);
    const names = this.graph.nodes.map(({ label }) => plainLabel(label));
    const isOf = (index) => this.clipOf[index] === current;
    const isPart = (name) => names.some((other, index) => other === name && isOf(index));
    const last = clip.events.findLast((event) => event.time <= time + SAME_TIME && isPart(event.name));
    const active = names.map((name, index) => isOf(index) && name === (last?.name ?? clip.name));
    if (this.current === current && active.every((isOn, index) => isOn === this.active[index])) return;
    [this.current, this.active] = [current, active];
    this.buttons.forEach((button, index) => {
      button.classList.toggle("active", active[index]);
      button.setAttribute("aria-current", String(active[index]));
    });
    this.frames.forEach((frame, group) => {
      frame.classList.toggle("active", this.graph.nodes.some((node, index) => node.group === group && isOf(index)));
    });
    if (active.includes(true)) this.near = active.indexOf(true);
    this.drawEdges();
  }

  /** Draws an arc for each edge; those of the active node on top, with their names. */
  drawEdges() {
    const box = this.arcs.getBoundingClientRect();
    if (box.width === 0) return;
    const places = this.buttons.map((button) => {
      const { right, top, height } = button.getBoundingClientRect();
      return [right - box.left, top - box.top + height / 2];
    });
    const arrow = (id) => {
      const sizes = { viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" };
      const marker = makeSvg("marker", { id, markerUnits: "userSpaceOnUse", ...sizes });
      marker.append(makeSvg("path", { d: "M0 0 8 4 0 8z" }));
      return marker;
    };
    const isNear = ({ from, to }) => from === this.near || to === this.near;
    const edges = this.graph.edges.toSorted((a, b) => isNear(a) - isNear(b));
    const parts = edges.flatMap((edge) => this.arc(edge, isNear(edge), places, box.width));
    this.arcs.replaceChildren(arrow("arrow-far"), arrow("arrow-near"), ...parts);
  }

  /** An edge: wider the further it leads. */
  arc({ from, to, label, dashed }, isNear, places, width) {
    const [[x1, y1], [x2, y2]] = [places[from], places[to]];
    // Leaving and arriving are a little apart, so that the way back is another arc.
    const [start, end] = from === to ? [y1 - 6, y2 + 6] : [y1 + 4, y2 - 4];
    const reach = Math.min(16 + Math.abs(end - start) * 0.3, width - Math.max(x1, x2) - 6);
    const bend = Math.max(x1, x2) + (reach * 4) / 3;
    const path = makeSvg("path", {
      d: `M${x1} ${start}C${bend} ${start} ${bend} ${end} ${x2 + 1} ${end}`,
      class: `${dashed ? "dashed" : ""} ${isNear ? "near" : ""}`,
      "marker-end": `url(#arrow-${isNear ? "near" : "far"})`,
    });
    const title = makeSvg("title", {});
    const [a, b] = [from, to].map((node) => this.graph.nodes[node].label);
    title.textContent = `${a} → ${b}${label ? `: ${label}` : ""}`;
    path.append(title);
    if (!isNear || !label) return [path];
    const text = makeSvg("text", { x: Math.max(x1, x2) + reach + 6, y: (start + end) / 2 + (end > start ? 0 : 9) });
    text.textContent = label;
    return [path, text];
  }
}
