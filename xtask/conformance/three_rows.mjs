// Three rows of four from three.js's sixteen numbers by columns, as `anim pose --json` prints them.
export function rows({ elements }) {
  return [0, 1, 2].flatMap((row) => [0, 1, 2, 3].map((column) => elements[4 * column + row]));
}
