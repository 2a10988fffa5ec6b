// The jobs of a reader: which files to show at which times.
//
// A script is called with one argument, a JSON file: [{"file": PATH, "times": [SECONDS, …], "poses": PATH}, …]. It writes
// to `poses` one JSON object a line for each time, in the shape of `anim pose --json`, with the nodes' names and matrices
// alone; or one with the reason why it cannot read the file: {"error": MESSAGE}.

import { readFile, writeFile } from "node:fs/promises";

/** Calls with each job. What `show` returns is a function from a time to the nodes. */
export async function run(show) {
  for (const { file, times, poses } of JSON.parse(await readFile(process.argv[2], "utf8"))) {
    await writeFile(poses, (await lines(show, file, times)).map((line) => `${JSON.stringify(line)}\n`).join(""));
  }
}

async function lines(show, file, times) {
  try {
    const at = await show(await readFile(file));
    return times.map((time) => ({ time, nodes: at(time) }));
  } catch (error) {
    // The stack would quote the minified source of a library.
    return [{ error: String(error.message).slice(0, 200) }];
  }
}

/** Three rows of four from sixteen numbers by columns. */
export function rows(elements) {
  return [0, 1, 2].flatMap((row) => [0, 1, 2, 3].map((column) => elements[4 * column + row]));
}

/** The frame time that a BVH states, in seconds. */
export function frameTime(text) {
  return Number(/Frame Time:\s*(\S+)/i.exec(text)[1]);
}
