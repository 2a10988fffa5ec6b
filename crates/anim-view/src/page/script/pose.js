// Where every node is at a time. Nothing is allocated for a pose.

/** Evaluates a clip; what it returns is overwritten by the next call. */
class Poser {
  /** Channels that move nothing. */
  muted = new Set();

  constructor(clip) {
    const count = clip.nodes.length;
    this.clip = clip;
    this.pose = {
      time: 0,
      /** Twelve numbers a node: three rows, the translation last in each. */
      world: new Float64Array(12 * count),
      /** The index of the parent, −1 for none. */
      parents: new Int32Array(count),
      shown: new Uint8Array(count).fill(1),
      /** The weights of the morph targets of a node that channels drive; NaN for others. */
      weights: new Map(),
    };
    this.local = new Float64Array(12 * count);
    this.stated = new Int32Array(count);
    this.hierarchy = new Hierarchy(count);
    this.mute(this.muted);
  }

  /** Leaves channels out: what they would drive is at rest. */
  mute(channels) {
    this.muted = channels;
    this.program = compile(this.clip, (channel) => channels.has(channel));
    this.clocks = new Clocks(this.clip.motion.clocks);
    this.isFirst = true;
    this.pose.weights = new Map(this.program.weights);
  }

  at(time) {
    const { steps, state, moved } = this.program;
    this.clocks.at(time);
    const { keys, parts } = this.clocks;
    for (const step of steps) {
      const { track } = step;
      evaluate(track, keys[track.clock], parts[track.clock], state, step.at);
      if (step.then === TURN) turn(state, step);
      else if (step.then === SPIN) spin(state, step);
    }
    if (this.isFirst) for (let node = 0; node < this.clip.nodes.length; node++) this.place(node);
    else for (const node of moved) this.place(node);
    this.resolve();
    this.isFirst = false;
    this.pose.time = time;
    return this.pose;
  }

  /** The local matrix of a node. */
  place(node) {
    const { state, matrices, displacements } = this.program;
    const { local } = this;
    const at = 12 * node;
    const matrix = matrices[node];
    if (matrix >= 0) {
      for (let i = 0; i < 12; i++) local[at + i] = state[matrix + i];
      return;
    }
    compose(state, STATE * node, local, at);
    const displacement = displacements[node];
    if (displacement < 0) return;
    for (let row = 0; row < 3; row++) local[at + 4 * row + 3] += state[displacement + row];
  }

  /** The world matrices, parents first. */
  resolve() {
    this.relate();
    const { world, parents } = this.pose;
    const { local } = this;
    const { order } = this.hierarchy;
    for (let index = 0; index < order.length; index++) {
      const node = order[index];
      const parent = parents[node];
      const at = 12 * node;
      if (parent >= 0) multiply(world, at, world, 12 * parent, local, at);
      else for (let i = 0; i < 12; i++) world[at + i] = local[at + i];
    }
  }

  /** Who is whose parent, and who exists and is visible. */
  relate() {
    const { state, states, parents: places } = this.program;
    const { parents: own } = this.clip;
    const { shown, parents } = this.pose;
    const hasStates = states.alive.length + states.parent.length + states.visible.length > 0;
    if (!hasStates && !this.isFirst) return;
    shown.fill(1);
    for (const { at, node } of states.alive) shown[node] = state[at] === 0 ? 0 : 1;
    let isChanged = this.isFirst;
    for (let node = 0; node < own.length; node++) {
      const stated = places[node] < 0 ? own[node] : Math.trunc(state[places[node]]);
      // A parent that does not exist at the time is none.
      const parent = stated >= 0 && stated < own.length && shown[stated] ? stated : -1;
      isChanged ||= this.stated[node] !== parent;
      this.stated[node] = parent;
    }
    for (const { at, node } of states.visible) if (state[at] === 0) shown[node] = 0;
    for (const node of this.clip.outside) shown[node] = 0;
    if (!isChanged) return;
    parents.set(this.stated);
    this.hierarchy.sort(parents);
  }
}

/** out = a · b, for maps of three rows within arrays. */
function multiply(out, o, a, i, b, j) {
  for (let row = 0; row < 12; row += 4) {
    const x = a[i + row];
    const y = a[i + row + 1];
    const z = a[i + row + 2];
    out[o + row] = x * b[j] + y * b[j + 4] + z * b[j + 8];
    out[o + row + 1] = x * b[j + 1] + y * b[j + 5] + z * b[j + 9];
    out[o + row + 2] = x * b[j + 2] + y * b[j + 6] + z * b[j + 10];
    out[o + row + 3] = x * b[j + 3] + y * b[j + 7] + z * b[j + 11] + a[i + row + 3];
  }
}
