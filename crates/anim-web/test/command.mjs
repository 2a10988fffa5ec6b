// The command, and the fixtures.

import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";

/** Runs the command and answers what it prints. Exit codes up to 5 tell of files, not of a fault. */
export function run(anim, ...words) {
  const { status, stdout, stderr, error } = spawnSync(anim, [...words, "--quiet"], { maxBuffer: 1 << 30 });
  if (error || status === null || status > 5) throw error ?? new Error(`anim ${words.join(" ")}: ${status} ${stderr}`);
  return stdout.toString();
}

/** What the command warns of. */
export function warnings(anim, ...words) {
  const { stderr } = spawnSync(anim, words, { maxBuffer: 1 << 30 });
  return stderr.toString().split("\n").filter((line) => line.startsWith("warning: "));
}

/** The valid fixtures of each format: `{ format, folder, files }`, the files as paths. */
export function fixtures(root) {
  return readdirSync(root)
    .filter((format) => statSync(join(root, format)).isDirectory())
    .map((format) => {
      const folder = join(root, format, "valid");
      const files = readdirSync(folder).map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
      return { format, folder, files };
    });
}

/** The files next to a file, with their contents. */
export function beside(path, files) {
  return files.filter((other) => other !== path).map((other) => ({ name: basename(other), bytes: readFileSync(other) }));
}
