// Where every node is at a time.

/** A time that differs from a sample's by no more than this is the sample's. */
const SAME_TIME = 1e-9;

/** The index of the last sample at or before a time. */
function sampleAt(times, time) {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time + SAME_TIME) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Evaluates a clip; what it returns is overwritten by the next call. */
class Poser {
  constructor(clip) {
    const count = clip.nodes.length;
    this.clip = clip;
    this.local = Float64Array.from(clip.motion.start);
    this.pose = {
      time: 0,
      /** Twelve numbers a node: three rows, the translation last in each. */
      world: new Float64Array(12 * count),
      /** The index of the parent, −1 for none. */
      parents: new Int32Array(count),
      shown: new Uint8Array(count),
    };
    this.done = new Uint8Array(count);
  }

  at(time) {
    const { motion, nodes } = this.clip;
    const sample = sampleAt(motion.times, time);
    this.pose.time = time;
    this.interpolate(sample, time);
    nodes.forEach((node, index) => {
      this.pose.parents[index] = node.parent ?? -1;
      this.pose.shown[index] = node.shown ? 1 : 0;
    });
    for (const [when, node, parent] of motion.parents) {
      if (when > sample) break;
      this.pose.parents[node] = parent;
    }
    for (const [when, node, shown] of motion.shown) {
      if (when > sample) break;
      this.pose.shown[node] = shown;
    }
    this.done.fill(0);
    nodes.forEach((_, index) => this.resolve(index));
    return this.pose;
  }

  /** Sets the local maps: those of a sample, or between it and the next one. */
  interpolate(sample, time) {
    const { times, moving, values, hold } = this.clip.motion;
    const width = moving.length;
    const isLast = sample + 1 >= times.length;
    const length = isLast ? 0 : times[sample + 1] - times[sample];
    const u = hold || isLast ? 0 : Math.min(Math.max((time - times[sample]) / length, 0), 1);
    const here = sample * width;
    const next = isLast ? here : here + width;
    for (let i = 0; i < width; i++) {
      const value = values[here + i];
      this.local[moving[i]] = u * length <= SAME_TIME ? value : value + (values[next + i] - value) * u;
    }
  }

  /** Computes the world map of a node after that of its parents. */
  resolve(index) {
    const { world, parents } = this.pose;
    const path = [];
    for (let node = index; node >= 0 && !this.done[node]; node = parents[node]) {
      this.done[node] = 1;
      path.push(node);
    }
    for (const node of path.reverse()) {
      const at = 12 * node;
      const parent = parents[node];
      if (parent < 0) world.set(this.local.subarray(at, at + 12), at);
      else multiply(world, at, world, 12 * parent, this.local, at);
    }
  }
}

/** out = a · b, for maps of three rows within arrays. */
function multiply(out, o, a, i, b, j) {
  for (let row = 0; row < 3; row++) {
    const [x, y, z, w] = [0, 1, 2, 3].map((column) => a[i + 4 * row + column]);
    for (let column = 0; column < 4; column++) {
      const sum = x * b[j + column] + y * b[j + 4 + column] + z * b[j + 8 + column];
      out[o + 4 * row + column] = column === 3 ? sum + w : sum;
    }
  }
}
