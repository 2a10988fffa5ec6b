// Curves as points to draw lines through.

/** Points within this part of a chart's width are not told apart. */
const COLUMNS = 800;

/** The points of a component of a track in a span of time, `[time, value, …]`; where there are more keys than columns, the
    lowest and the highest of each column. */
function polyline(track, component, [from, to]) {
  const { times, pace } = track;
  const points = [from, valueAt(track, component, from)];
  const first = keyAt(times, from) + (times[0] > from ? 0 : 1);
  let last = keyAt(times, to);
  if (times[last] >= to) last -= 1;
  const value = (key) => track.values[key * track.width + component];
  if (last - first > 2 * COLUMNS) {
    extremes(times, value, [first, last], [from, to], points);
  } else {
    for (let key = first; key <= last; key++) {
      if (pace === STEP && key > 0) points.push(times[key], value(key - 1));
      points.push(times[key], value(key));
      if (pace === SLERP) bend(track, component, key, points);
    }
  }
  if (pace === STEP && points.length > 2) points.push(to, points.at(-1));
  points.push(to, valueAt(track, component, to));
  return points;
}

/** An arc between two keys is not a straight line in its components. */
function bend(track, component, key, points) {
  const PARTS = 4;
  if (key + 1 >= track.times.length) return;
  const [from, to] = [track.times[key], track.times[key + 1]];
  for (let part = 1; part < PARTS; part++) {
    const time = from + ((to - from) * part) / PARTS;
    points.push(time, valueAt(track, component, time));
  }
}

/** The lowest and the highest value of each column. */
function extremes(times, value, [first, last], [from, to], points) {
  const columnOf = (key) => Math.floor(((times[key] - from) / (to - from)) * COLUMNS);
  let key = first;
  while (key <= last) {
    const column = columnOf(key);
    let [low, high] = [key, key];
    for (; key <= last && columnOf(key) === column; key++) {
      if (value(key) < value(low)) low = key;
      if (value(key) > value(high)) high = key;
    }
    for (const each of [Math.min(low, high), Math.max(low, high)]) points.push(times[each], value(each));
  }
}

/** The keys of a component in a span of time, `[time, value, …]`; none where they would touch each other. */
function keyPoints(track, component, [from, to], most) {
  const points = [];
  for (let key = keyAt(track.keys, from); key < track.keys.length && track.keys[key] <= to; key++) {
    if (track.keys[key] < from) continue;
    points.push(track.keys[key], valueAt(track, component, track.keys[key]));
    if (points.length > 2 * most) return [];
  }
  return points;
}
