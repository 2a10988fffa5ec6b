// The nodes as a tree: which one is selected, and which are shown. The items are in one flat list, so that browsers lay out
// deep trees as fast as others.

class Tree {
  /** Called with a node that was selected, and after nodes were hidden or shown. */
  selected = () => {};
  toggled = () => {};

  constructor(root, hidden) {
    this.root = root;
    this.hidden = hidden;
    root.addEventListener("keydown", (event) => {
      if (this.handleKey(event)) event.preventDefault();
    });
  }

  load(clip) {
    this.clip = clip;
    this.hidden.clear();
    this.children = clip.nodes.map(() => []);
    const roots = [];
    clip.nodes.forEach((node, index) => (this.children[node.parent] ?? roots).push(index));
    this.items = [];
    // Without recursion, so that depth does not matter.
    this.order = [];
    const stack = roots.map((index) => [index, 0]).reverse();
    while (stack.length > 0) {
      const [index, depth] = stack.pop();
      this.order.push(index);
      this.items[index] = this.item(index, depth);
      this.children[index].toReversed().forEach((child) => stack.push([child, depth + 1]));
    }
    this.root.replaceChildren(...this.order.map((index) => this.items[index]));
  }

  item(index, depth) {
    const item = document.createElement("li");
    const name = nodeName(this.clip, index);
    const make = (tag, className) => Object.assign(document.createElement(tag), { className });
    item.setAttribute("role", "treeitem");
    item.setAttribute("aria-selected", "false");
    item.setAttribute("aria-label", name);
    item.setAttribute("aria-level", String(depth + 1));
    item.tabIndex = -1;
    const row = make("div", "row");
    row.style.setProperty("--depth", Math.min(depth, 9));
    const twist = make("span", "twist");
    const box = Object.assign(make("input", ""), { type: "checkbox", checked: true, tabIndex: -1 });
    box.setAttribute("aria-label", `Show ${name}`);
    box.addEventListener("change", () => this.show(index, box.checked));
    const label = make("span", "name");
    label.textContent = ownName(this.clip, index);
    label.title = shorten(name, 200);
    row.append(twist, box, label);
    row.addEventListener("click", (event) => {
      if (event.target === box) return;
      if (event.target === twist) this.expand(index, !this.isExpanded(index));
      else this.selected(index);
    });
    item.append(row);
    if (this.children[index].length > 0) item.setAttribute("aria-expanded", "true");
    return item;
  }

  /** Marks the selected node; with the focus on it if the tree has the focus. */
  select(index) {
    this.current = index;
    this.items.forEach((item, each) => {
      item.setAttribute("aria-selected", String(each === index));
      item.tabIndex = each === index ? 0 : -1;
    });
    for (let node = this.clip.nodes[index]?.parent; node != null; node = this.clip.nodes[node].parent) {
      if (!this.isExpanded(node)) this.expand(node, true);
    }
    const item = this.items[index];
    if (this.root.contains(document.activeElement)) item?.focus({ preventScroll: true });
    item?.firstChild.scrollIntoView({ block: "nearest" });
  }

  /** Shows or hides a node and all below it. */
  show(index, isShown) {
    const stack = [index];
    while (stack.length > 0) {
      const node = stack.pop();
      this.items[node].querySelector("input").checked = isShown;
      this.hidden[isShown ? "delete" : "add"](node);
      stack.push(...this.children[node]);
    }
    this.toggled();
  }

  /** Marks nodes that do not exist at the moment. */
  update(pose) {
    this.items.forEach((item, index) => item.classList.toggle("gone", !pose.shown[index]));
  }

  isExpanded(index) {
    return this.items[index].getAttribute("aria-expanded") === "true";
  }

  expand(index, isExpanded) {
    if (this.children[index].length === 0) return;
    this.items[index].setAttribute("aria-expanded", String(isExpanded));
    // Parents come before their children.
    for (const node of this.order) {
      const parent = this.clip.nodes[node].parent;
      this.items[node].hidden = parent !== null && (this.items[parent].hidden || !this.isExpanded(parent));
    }
  }

  handleKey(event) {
    const at = this.current ?? this.order[0];
    if (at === undefined || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return false;
    const visible = this.order.filter((index) => !this.items[index].hidden);
    const step = (by) => visible[visible.indexOf(at) + by];
    const parent = this.clip.nodes[at].parent;
    const hasOpen = this.isExpanded(at);
    const moves = {
      ArrowDown: () => this.go(step(1)),
      ArrowUp: () => this.go(step(-1)),
      Home: () => this.go(visible[0]),
      End: () => this.go(visible.at(-1)),
      ArrowRight: () => (hasOpen ? this.go(this.children[at][0]) : this.expand(at, true)),
      ArrowLeft: () => (hasOpen ? this.expand(at, false) : this.go(parent)),
      " ": () => this.show(at, this.hidden.has(at)),
    };
    moves[event.key]?.();
    return event.key in moves;
  }

  go(index) {
    if (index === undefined || index === null) return;
    this.selected(index);
    this.items[index].focus({ preventScroll: true });
  }
}
