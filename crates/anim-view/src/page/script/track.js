// Curves at a time: clocks find the key, tracks compute the value.

/** A time that differs from a key's by no more than this is the key's. */
const SAME_TIME = 1e-9;

const STEP = 0;
const SLERP = 2;

/** The index of the last of some times at or before a time; 0 before the first. */
function keyAt(times, time) {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time + SAME_TIME) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** How far a time is from a key to the next one, 0 to 1; 0 outside of the keys. */
function partAt(times, key, time) {
  if (key + 1 >= times.length) return 0;
  const since = time - times[key];
  return since <= SAME_TIME ? 0 : since / (times[key + 1] - times[key]);
}

/** The places of a time in all clocks of a clip; each remembers its key, since times mostly follow each other. */
class Clocks {
  constructor(clocks) {
    this.clocks = clocks;
    this.keys = new Int32Array(clocks.length);
    this.parts = new Float64Array(clocks.length);
  }

  at(time) {
    for (let index = 0; index < this.clocks.length; index++) {
      const times = this.clocks[index];
      const known = this.keys[index];
      const limit = time + SAME_TIME;
      const isSame = times[known] <= limit && (known + 1 >= times.length || times[known + 1] > limit);
      const key = isSame ? known : keyAt(times, time);
      this.keys[index] = key;
      this.parts[index] = partAt(times, key, time);
    }
  }
}

/** Puts the value of a track between two of its keys into `out` at a place. */
function evaluate(track, key, part, out, at) {
  const { values, width, pace } = track;
  const from = key * width;
  if (part === 0 || pace === STEP) {
    for (let i = 0; i < width; i++) out[at + i] = values[from + i];
  } else if (pace === SLERP) {
    slerp(values, from, part, out, at);
  } else {
    for (let i = 0; i < width; i++) {
      const value = values[from + i];
      out[at + i] = value + (values[from + width + i] - value) * part;
    }
  }
}

/** The shorter arc between two quaternions that follow each other in `values`. */
function slerp(values, from, part, out, at) {
  let [cos, a, b] = [0, 0, 0];
  for (let i = 0; i < 4; i++) {
    cos += values[from + i] * values[from + 4 + i];
    a += values[from + i] * values[from + i];
    b += values[from + 4 + i] * values[from + 4 + i];
  }
  a = 1 / (Math.sqrt(a) || 1);
  b = (cos < 0 ? -1 : 1) / (Math.sqrt(b) || 1);
  cos = Math.min(Math.abs(cos * a * b), 1);
  let [left, right] = [1 - part, part];
  if (cos < 1 - 1e-10) {
    const angle = Math.acos(cos);
    const sin = Math.sin(angle);
    left = Math.sin(left * angle) / sin;
    right = Math.sin(right * angle) / sin;
  }
  for (let i = 0; i < 4; i++) out[at + i] = values[from + i] * a * left + values[from + 4 + i] * b * right;
}

const single = new Float64Array(64);

/** One component of a track at a time. */
function valueAt(track, component, time) {
  const key = keyAt(track.times, time);
  const part = partAt(track.times, key, time);
  if (track.pace === SLERP) {
    evaluate(track, key, part, single, 0);
    return single[component];
  }
  const at = key * track.width + component;
  const value = track.values[at];
  return part === 0 || track.pace === STEP ? value : value + (track.values[at + track.width] - value) * part;
}

/** Whether a component of a track ever changes. */
function changes(track, component) {
  for (let at = component; at < track.values.length; at += track.width) {
    if (track.values[at] !== track.values[component]) return true;
  }
  return false;
}
