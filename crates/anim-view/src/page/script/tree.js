// The nodes as a tree: which one is selected, and which are shown. The items are in one flat list, and only those near what is
// seen are part of the page, so that a tree of any size costs no time.

/** How many items are kept above and below what is seen. */
const BEYOND = 120;

class Tree {
  /** Called with a node that was selected, and after nodes were hidden or shown. */
  selected = () => {};
  toggled = () => {};

  constructor(root, hidden, find) {
    Object.assign(this, { root, hidden, find });
    root.addEventListener("keydown", (event) => {
      if (this.handleKey(event)) event.preventDefault();
    });
    find.addEventListener("input", () => this.arrange());
    find.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === "ArrowDown") this.go(this.visible.find((node) => this.found[node] === 2));
    });
    root.parentElement.addEventListener("scroll", () => this.render());
    new ResizeObserver(() => this.render()).observe(root.parentElement);
  }

  load(clip) {
    const count = clip.nodes.length;
    this.clip = clip;
    this.find.value = "";
    this.current = undefined;
    this.hidden.clear();
    this.children = clip.nodes.map(() => []);
    const roots = [];
    clip.nodes.forEach((node, index) => (this.children[node.parent] ?? roots).push(index));
    this.depths = new Uint32Array(count);
    this.isOpen = new Uint8Array(count).fill(1);
    /** 1 for a node above one that is looked for, 2 for the latter. */
    this.found = new Uint8Array(count);
    // Without recursion, so that depth does not matter. Parents come before their children.
    this.order = [];
    const stack = roots.toReversed();
    while (stack.length > 0) {
      const index = stack.pop();
      this.order.push(index);
      for (const child of this.children[index].toReversed()) {
        this.depths[child] = this.depths[index] + 1;
        stack.push(child);
      }
    }
    this.items = new Map();
    this.shown = null;
    this.arrange();
  }

  /** Lists what is not in a closed branch; while a name is looked for, the nodes that have it and what leads to them. */
  arrange() {
    const wanted = this.find.value.trim().toLowerCase();
    this.found.fill(0);
    for (const node of wanted ? this.order.toReversed() : []) {
      if (nodeName(this.clip, node).toLowerCase().includes(wanted)) this.found[node] = 2;
      const { parent } = this.clip.nodes[node];
      if (this.found[node] && parent !== null) this.found[parent] ||= 1;
    }
    const isListed = new Uint8Array(this.clip.nodes.length);
    this.visible = this.order.filter((node) => {
      const { parent } = this.clip.nodes[node];
      isListed[node] = wanted ? this.found[node] : parent === null || (isListed[parent] && this.isOpen[parent]) ? 1 : 0;
      return isListed[node];
    });
    this.render(true);
  }

  /** Makes the items near what is seen. */
  render(isForced = false) {
    const scroller = this.root.parentElement;
    if (!this.clip || scroller.hidden) return;
    const tall = this.items.size > 0 ? this.root.firstElementChild?.offsetHeight || 28 : 28;
    const top = Math.floor(scroller.scrollTop / tall);
    const rows = Math.ceil(scroller.clientHeight / tall);
    const count = this.visible.length;
    const [known, end] = this.range ?? [0, 0];
    const isInside = (known === 0 || top > known + 10) && (end === count || top + rows + 10 < end);
    if (!isForced && isInside) return;
    const first = Math.max(Math.min(top, count - rows) - BEYOND, 0);
    const last = Math.min(top + rows + BEYOND, count);
    this.range = [first, last];
    const nodes = this.visible.slice(first, last);
    this.items = new Map(nodes.map((node) => [node, this.items.get(node) ?? this.item(node)]));
    this.root.style.paddingTop = `${6 + first * tall}px`;
    this.root.style.paddingBottom = `${6 + (count - last) * tall}px`;
    const focus = this.root.contains(document.activeElement) ? document.activeElement : null;
    this.root.replaceChildren(...this.items.values());
    focus?.focus({ preventScroll: true });
    for (const [node, item] of this.items) this.refresh(node, item);
    this.setStop();
  }

  item(index) {
    const item = document.createElement("li");
    const name = nodeName(this.clip, index);
    const make = (tag, className) => Object.assign(document.createElement(tag), { className });
    item.setAttribute("role", "treeitem");
    item.setAttribute("aria-label", name);
    item.setAttribute("aria-level", String(this.depths[index] + 1));
    const row = make("div", "row");
    row.style.setProperty("--depth", Math.min(this.depths[index], 9));
    const twist = make("span", "twist");
    const box = Object.assign(make("input", ""), { type: "checkbox", tabIndex: -1 });
    box.setAttribute("aria-label", `Show ${name}`);
    box.addEventListener("change", () => this.show(index, box.checked));
    const label = make("span", "name");
    label.textContent = ownName(this.clip, index);
    label.title = shorten(name, 200);
    row.append(twist, box, label);
    row.addEventListener("click", (event) => {
      if (event.target === box) return;
      if (event.target === twist) this.expand(index, !this.isOpen[index]);
      else this.selected(index);
    });
    item.append(row);
    return item;
  }

  /** Gives an item the state of its node. */
  refresh(index, item) {
    item.setAttribute("aria-selected", String(index === this.current));
    item.querySelector("input").checked = !this.hidden.has(index);
    if (this.children[index].length > 0) item.setAttribute("aria-expanded", String(this.isOpen[index] === 1));
    item.classList.toggle("found", this.found[index] === 2);
    item.classList.toggle("gone", this.shown !== null && !this.shown[index]);
  }

  /** One item is reached by the Tab key: the selected one, or else the first. */
  setStop() {
    const stop = this.items.has(this.current) ? this.current : this.items.keys().next().value;
    for (const [node, item] of this.items) item.tabIndex = node === stop ? 0 : -1;
  }

  /** Marks the selected node; with the focus on it if the tree has the focus. */
  select(index) {
    const before = this.current;
    this.current = index;
    let isOpened = false;
    for (let node = this.clip.nodes[index]?.parent; node != null; node = this.clip.nodes[node].parent) {
      isOpened ||= !this.isOpen[node];
      this.isOpen[node] = 1;
    }
    if (isOpened) this.arrange();
    this.reveal(index);
    for (const node of [before, index]) if (this.items.has(node)) this.refresh(node, this.items.get(node));
    this.setStop();
    if (this.root.contains(document.activeElement)) this.items.get(index)?.focus({ preventScroll: true });
  }

  /** Scrolls so that a node is to be seen. */
  reveal(index) {
    const place = this.visible.indexOf(index);
    if (place < 0) return;
    if (!this.items.has(index)) {
      const scroller = this.root.parentElement;
      scroller.scrollTop = place * (this.root.firstElementChild?.offsetHeight || 28) - scroller.clientHeight / 2;
      this.render(true);
    }
    this.items.get(index)?.firstChild.scrollIntoView({ block: "nearest" });
  }

  /** Shows or hides a node and all below it. */
  show(index, isShown) {
    const stack = [index];
    while (stack.length > 0) {
      const node = stack.pop();
      this.hidden[isShown ? "delete" : "add"](node);
      stack.push(...this.children[node]);
    }
    for (const [node, item] of this.items) this.refresh(node, item);
    this.toggled();
  }

  /** Marks nodes that do not exist at the moment. */
  update(pose) {
    this.shown = pose.shown;
    for (const [node, item] of this.items) {
      const isGone = !pose.shown[node];
      if (isGone !== item.classList.contains("gone")) item.classList.toggle("gone", isGone);
    }
  }

  expand(index, isExpanded) {
    if (this.children[index].length === 0) return;
    this.isOpen[index] = isExpanded ? 1 : 0;
    this.arrange();
  }

  handleKey(event) {
    const at = this.items.has(this.current) ? this.current : this.visible[0];
    if (at === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
    const step = (by) => this.visible[this.visible.indexOf(at) + by];
    const isOpen = this.isOpen[at] && this.children[at].length > 0;
    const moves = {
      ArrowDown: () => this.go(step(1)),
      ArrowUp: () => this.go(step(-1)),
      Home: () => this.go(this.visible[0]),
      End: () => this.go(this.visible.at(-1)),
      ArrowRight: () => (isOpen ? this.go(this.children[at][0]) : this.expand(at, true)),
      ArrowLeft: () => (isOpen ? this.expand(at, false) : this.go(this.clip.nodes[at].parent)),
      " ": () => this.show(at, this.hidden.has(at)),
    };
    moves[event.key]?.();
    return event.key in moves;
  }

  go(index) {
    if (index === undefined || index === null) return;
    this.selected(index);
    this.items.get(index)?.focus({ preventScroll: true });
  }
}
