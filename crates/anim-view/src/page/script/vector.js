// Points and directions as arrays of three numbers, y up.

const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const length = (a) => Math.hypot(a[0], a[1], a[2]);
const isFinitePoint = (a) => Number.isFinite(a[0] + a[1] + a[2]);

/** A direction of length 1; a fallback for one without length. */
function unit(a, fallback = [0, 1, 0]) {
  const size = length(a);
  return size > 0 && Number.isFinite(size) ? scale(a, 1 / size) : fallback;
}

/** Turns the axes of a file so that its up is y. */
const TURNS = {
  y: ([x, y, z]) => [x, y, z],
  "-y": ([x, y, z]) => [x, -y, -z],
  z: ([x, y, z]) => [x, z, -y],
};

const AXES = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

/** The same as a map for the graphics library, column by column, with a size after it. */
function turnMatrix(turn, size) {
  const columns = AXES.flatMap((axis) => [...scale(turn(axis), size), 0]);
  return Float32Array.from([...columns, 0, 0, 0, 1]);
}

/** A point as it was before a turn. */
const turnBack = (turn, point) => AXES.map((axis) => dot(turn(axis), point));

/** The numbers of a colour such as `#8f9aa8`, from 0 to 1. */
const rgb = (color) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);

/** The largest of 1, 2, 5, 10, … that is no larger than a number. */
function roundNumber(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [5, 2, 1].map((digit) => digit * power).find((round) => round <= value) ?? power;
}
