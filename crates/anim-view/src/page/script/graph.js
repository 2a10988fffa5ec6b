// The graph of states or sensors: nodes in a column, an arc for each edge, and the active node marked.

const SVG = document.querySelector("svg").namespaceURI;

/** Whether something is active at a time. What takes no time is so at its moment, what lasts to the end of the clip at that. */
function isWithin(time, from, to, end) {
  const isLast = to >= end - SAME_TIME || to <= from;
  return from <= time + SAME_TIME && (isLast ? time <= to + SAME_TIME : time < to - SAME_TIME);
}

function makeSvg(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  return element;
}

class GraphPanel {
  /** Called with the index of a clip that was chosen, and the time of a part of it. */
  chosen = () => {};
  active = [];

  constructor(root, graph, clips) {
    this.root = root;
    this.graph = graph;
    this.clips = clips;
    this.build();
    new ResizeObserver(() => this.drawEdges()).observe(root);
  }

  build() {
    const make = (tag, facts) => Object.assign(document.createElement(tag), facts);
    const column = make("div", { className: "nodes" });
    this.buttons = this.graph.nodes.map(({ label }, index) => {
      const text = label.trim() ? label : `node ${index}`;
      const button = make("button", { type: "button", textContent: text, title: shorten(text, 200) });
      button.addEventListener("click", () => this.choose(index));
      return button;
    });
    this.frames = this.graph.groups.map(({ name }) => {
      const frame = make("fieldset", {});
      frame.append(make("legend", { textContent: name, title: shorten(name, 200) }));
      return frame;
    });
    const around = make("fieldset", { className: "none" });
    this.buttons.forEach((button, index) => (this.frames[this.graph.nodes[index].group] ?? around).append(button));
    this.arcs = makeSvg("svg", { "aria-hidden": "true" });
    column.append(...[...this.frames, around].filter((frame) => frame.querySelector("button")), this.arcs);
    this.root.replaceChildren(column);
  }

  choose(index) {
    this.near = index;
    // What has no clip of its own may be a part of the one that is shown.
    const clip = this.graph.nodes[index].clip ?? this.current;
    const part = this.clips[clip]?.active.find(([node]) => node === index);
    if (part || this.graph.nodes[index].clip !== null) this.chosen(clip, part?.[1] ?? 0);
    this.drawEdges();
  }

  /** Marks what is active in a clip at a time: what its events say, and what is called as the clip. */
  update(clip, time) {
    const current = this.clips.indexOf(clip);
    const active = this.graph.nodes.map((node) => node.clip === current && this.graph.groups[node.group]?.clip !== current);
    for (const [node, from, to] of clip.active) {
      if (isWithin(time, from, to, clip.duration)) active[node] = true;
    }
    if (this.current === current && active.every((isOn, index) => isOn === this.active[index])) return;
    [this.current, this.active] = [current, active];
    this.buttons.forEach((button, index) => {
      button.classList.toggle("active", active[index]);
      button.setAttribute("aria-current", String(active[index]));
    });
    this.frames.forEach((frame, group) => frame.classList.toggle("active", this.graph.groups[group].clip === current));
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
    separate([...this.arcs.querySelectorAll("text")], box, Math.max(0, ...places.map(([right]) => right)));
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
    const text = makeSvg("text", { x: Math.max(x1, x2) + reach + 6, y: (start + end) / 2 + (end > start ? -1 : 11) });
    text.textContent = label;
    return [path, text];
  }
}

/** Moves words so that none covers another one or leaves the box: down to the next free place, or else up. What is too long for the room
    beside the nodes, which end there, loses its middle; arcs have all of it in their titles. */
function separate(texts, { width, height }, end) {
  const taken = [];
  const room = width - end - 4;
  for (const text of texts) {
    const label = text.textContent;
    for (let most = label.length; most > 1 && text.getBBox().width > room; ) {
      most = Math.min(most - 1, Math.floor((most * room) / text.getBBox().width));
      text.textContent = shorten(label, most);
    }
    const { x, y, width: wide, height: tall } = text.getBBox();
    const left = Math.max(Math.min(x, width - wide - 2), 0);
    const isFree = (top) => top >= 0 && top + tall <= height && !taken.some((each) => left < each.right && left + wide > each.left && top < each.top + each.tall && top + tall > each.top);
    const steps = Array.from({ length: 80 }, (_, step) => (step % 2 === 0 ? 1 : -1) * Math.ceil(step / 2) * (tall / 2));
    const shift = steps.find((step) => isFree(y + step)) ?? 0;
    text.setAttribute("x", Number(text.getAttribute("x")) + left - x);
    text.setAttribute("y", Number(text.getAttribute("y")) + shift);
    taken.push({ left, right: left + wide, top: y + shift, tall });
  }
}
