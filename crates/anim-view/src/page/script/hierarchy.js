// Parents before children, also where parents form a cycle.

const UNSEEN = 0;
const ON_PATH = 1;
const DONE = 2;

/** Orders the nodes of some parents, −1 for none, and cuts each cycle at the parent that would close it. Memory is reused. */
class Hierarchy {
  constructor(count) {
    /** Parents before children. */
    this.order = new Int32Array(count);
    this.marks = new Uint8Array(count);
    this.path = new Int32Array(count);
  }

  sort(parents) {
    const { marks, path, order } = this;
    marks.fill(UNSEEN);
    let [depth, placed] = [0, 0];
    for (let start = 0; start < parents.length; start++) {
      let node = start;
      while (marks[node] === UNSEEN) {
        marks[node] = ON_PATH;
        path[depth++] = node;
        const parent = parents[node];
        if (parent >= 0 && marks[parent] === ON_PATH) parents[node] = -1;
        else if (parent >= 0) node = parent;
      }
      while (depth > 0) {
        order[placed++] = path[--depth];
        marks[path[depth]] = DONE;
      }
    }
  }
}
