// A clip as a list of steps that a poser runs at each time: which track goes into which place of the state.

/** Where the numbers of a node begin in the state: translation, rotation and scale. */
const PLACES = { translation: 0, rotation: 3, scale: 7 };
const STATE = 10;

/** What steps do after their value is in its place. */
const NOTHING = 0;
const TURN = 1;
const SPIN = 2;

/** Compiles the channels of a clip that move or show nodes; `isMuted` leaves channels out. */
function compile(clip, isMuted) {
  const count = clip.nodes.length;
  const steps = [];
  const extra = { displacement: new Map(), matrix: new Map(), angles: new Map(), weights: new Map() };
  const states = { alive: [], visible: [], parent: [] };
  for (const property in states) extra[property] = new Map();
  // After the transforms of all nodes come the places of everything else.
  let size = STATE * count;
  const initial = [];
  const place = (map, key, numbers) => {
    if (!map.has(key)) {
      map.set(key, size);
      size += numbers.length;
      initial.push(...numbers);
    }
    return map.get(key);
  };
  const orders = new Array(count);
  const lasts = new Array(count);
  const widths = [];
  for (const { node, property, first, width } of clip.targets) {
    if (property === "weight" && node < count) widths[node] = Math.max(widths[node] ?? 0, first + width);
  }
  clip.targets.forEach((target, channel) => {
    const { node, property, first } = target;
    if (!(node < count) || isMuted(channel)) return;
    const track = clip.motion.tracks[channel];
    const step = { node, track, at: 0, then: NOTHING, angles: 0, axes: null, vector: target.vector };
    if (property in PLACES) {
      step.at = STATE * node + PLACES[property] + first;
    } else if (property === "displacement") {
      step.at = place(extra.displacement, node, [0, 0, 0]) + first;
    } else if (property === "matrix") {
      step.at = place(extra.matrix, node, restRows(clip, node)) + first;
    } else if (property === "angle") {
      step.at = step.angles = place(extra.angles, `angle ${channel}`, [0]);
      step.then = SPIN;
    } else if (property === "euler") {
      // Angles of another order begin at rest again.
      if (orders[node]?.order !== target.order) orders[node] = { order: target.order, key: `${node} ${channel}` };
      step.angles = place(extra.angles, orders[node].key, target.vector);
      step.at = step.angles + first;
      step.axes = [...target.order].map((letter) => "xyz".indexOf(letter));
      step.then = TURN;
      const before = orders[node].last;
      // Only the last of several parts makes a rotation of the angles.
      if (before && lasts[node] === before) before.then = NOTHING;
      orders[node].last = step;
    } else if (property === "weight") {
      step.isWeight = true;
      step.at = place(extra.weights, node, new Array(widths[node]).fill(NaN)) + first;
    } else if (property in states) {
      step.at = place(extra[property], node, [0]);
      states[property].push(step);
    } else {
      return;
    }
    steps.push(step);
    lasts[node] = step;
  });
  const state = new Float64Array(size);
  state.set(clip.rest);
  state.set(initial, STATE * count);
  const weights = Array.from(extra.weights, ([node, at]) => [node, state.subarray(at, at + widths[node])]);
  // Where the numbers of a node are; −1 if it has none.
  const places = (map) => Int32Array.from({ length: count }, (_, node) => map.get(node) ?? -1);
  const [matrices, displacements, parents] = [extra.matrix, extra.displacement, extra.parent].map(places);
  return { steps, state, states, weights, matrices, displacements, parents, moved: movedNodes(steps, states) };
}

/** The nodes whose transforms change. */
function movedNodes(steps, { alive, visible, parent }) {
  const others = new Set([...alive, ...visible, ...parent]);
  return Int32Array.from(new Set(steps.filter((step) => !others.has(step) && !step.isWeight).map(({ node }) => node)));
}

/** The matrix of a node at rest, as twelve numbers. */
function restRows(clip, node) {
  const rows = new Float64Array(12);
  compose(clip.rest, STATE * node, rows, 0);
  return rows;
}

/** Three rows of a translation, a rotation of any length and a scale. */
function compose(state, at, out, to) {
  let [x, y, z, w] = [state[at + 3], state[at + 4], state[at + 5], state[at + 6]];
  const size = Math.sqrt(x * x + y * y + z * z + w * w);
  if (size > 0) {
    x /= size;
    y /= size;
    z /= size;
    w /= size;
  } else {
    w = 1;
  }
  const [a, b, c] = [state[at + 7], state[at + 8], state[at + 9]];
  out[to] = (1 - 2 * (y * y + z * z)) * a;
  out[to + 1] = 2 * (x * y - z * w) * b;
  out[to + 2] = 2 * (x * z + y * w) * c;
  out[to + 3] = state[at];
  out[to + 4] = 2 * (x * y + z * w) * a;
  out[to + 5] = (1 - 2 * (x * x + z * z)) * b;
  out[to + 6] = 2 * (y * z - x * w) * c;
  out[to + 7] = state[at + 1];
  out[to + 8] = 2 * (x * z - y * w) * a;
  out[to + 9] = 2 * (y * z + x * w) * b;
  out[to + 10] = (1 - 2 * (x * x + y * y)) * c;
  out[to + 11] = state[at + 2];
}

/** The quaternion of Euler angles about three axes, one after the other. */
function turn(state, { angles, axes: [i, j, k], node }) {
  const sign = (i + 1) % 3 === j ? 1 : -1;
  const [a, b, c] = [state[angles + i] / 2, state[angles + j] / 2, state[angles + k] / 2];
  const [si, ci, sj, cj, sk, ck] = [Math.sin(a), Math.cos(a), Math.sin(b), Math.cos(b), Math.sin(c), Math.cos(c)];
  const at = STATE * node + PLACES.rotation;
  state[at + i] = si * cj * ck + sign * (ci * sj * sk);
  state[at + j] = ci * sj * ck - sign * (si * cj * sk);
  state[at + k] = ci * cj * sk + sign * (si * sj * ck);
  state[at + 3] = ci * cj * ck - sign * (si * sj * sk);
}

/** The quaternion of an angle about an axis. */
function spin(state, { angles, vector: [x, y, z], node }) {
  const at = STATE * node + PLACES.rotation;
  const sin = Math.sin(state[angles] / 2) / (Math.hypot(x, y, z) || 1);
  state[at] = x * sin;
  state[at + 1] = y * sin;
  state[at + 2] = z * sin;
  state[at + 3] = Math.cos(state[angles] / 2);
}
