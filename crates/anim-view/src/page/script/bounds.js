// How much room a clip takes over its whole length.

/** Points that stand for all places of nodes, y up, and the box around them; no box without a point. */
function measure({ clip, bodies }, turn) {
  const SAMPLES = 48;
  // Enough of them to see everything, however many nodes there are.
  const MOST = 20000;
  const poser = new Poser(clip);
  const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  const points = [];
  const include = (place) => {
    const point = turn(place);
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], point[axis]);
      high[axis] = Math.max(high[axis], point[axis]);
    }
    return point;
  };
  const samples = clip.duration > 0 ? Math.max(4, Math.min(SAMPLES, Math.floor(2e5 / Math.max(clip.nodes.length, 1)))) : 0;
  const every = Math.max(1, Math.ceil((clip.nodes.length * (samples + 1)) / MOST));
  for (let sample = 0; sample <= samples; sample++) {
    const { world, shown } = poser.at(samples > 0 ? (clip.duration * sample) / samples : 0);
    for (let node = 0; node < clip.nodes.length; node++) {
      const at = 12 * node;
      if (!shown[node] || !Number.isFinite(world[at + 3] + world[at + 7] + world[at + 11])) continue;
      const point = include([world[at + 3], world[at + 7], world[at + 11]]);
      if ((node + sample) % every === 0) points.push(point);
    }
    bodies?.corners(poser.pose, (corner) => isFinitePoint(corner) && points.push(include(corner)));
  }
  return { points, low, high };
}

/** What a stage needs to know of a box: its middle, a radius, the size of cells and the height of the floor. */
function roomOf({ low, high }) {
  const isEmpty = !isFinitePoint(low) || !isFinitePoint(high);
  const isPoint = isEmpty || low.every((value, axis) => value === high[axis]);
  const radius = isPoint ? 1 : Math.max(length(subtract(high, low)) / 2, 1e-6) || 1;
  // The floor is where the file has it, unless the figure stands far from there.
  const lowest = isEmpty ? 0 : low[1];
  const isNear = lowest > -0.05 * radius && lowest < 0.6 * radius;
  return {
    radius,
    center: isEmpty ? [0, 0, 0] : scale(add(low, high), 0.5),
    cell: roundNumber(radius / 2),
    floor: isNear ? Math.min(0, lowest) : lowest,
  };
}

/** How much larger a clip is shown than in its file, beside another one: as their units say, or else as makes both as high
    where one is many times as high as the other. */
function sizeBeside(other, otherBox, clip, box) {
  const MUCH = 5;
  if (other.unit !== null && clip.unit !== null) return clip.unit / other.unit;
  const [wanted, own] = [otherBox, box].map(({ low, high }) => high[1] - low[1]);
  const factor = wanted / own;
  return factor > 0 && Number.isFinite(factor) && (factor > MUCH || factor < 1 / MUCH) ? factor : 1;
}
