// The package as its users have it, packed and installed: `node package.mjs PACKAGE FIXTURES`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const [folder, root] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), "anim-package-"));
after(() => rmSync(home, { recursive: true }));

/** Runs a program in the folder that has the package. */
function run(program, ...words) {
  // On Windows npm is a script, which only a shell finds.
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd: home, encoding: "utf8", shell: process.platform === "win32" && program === "npm" });
  assert.equal(status, 0, `${program} ${words.join(" ")}: ${error ?? ""}${stdout}${stderr}`);
  return stdout;
}

const [{ filename, files }] = JSON.parse(run("npm", "pack", folder, "--json", "--loglevel=error"));
writeFileSync(join(home, "package.json"), '{ "private": true, "type": "module" }');
run("npm", "install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", `./${filename}`);

test("it has what it needs, its licences, and nothing else", () => {
  const names = ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "anim.d.ts", "anim.js", "anim_bg.wasm", "node.js", "package.json"];
  assert.deepEqual(files.map(({ path }) => path).toSorted(), names);
  assert.deepEqual(readdirSync(join(home, "node_modules")).filter((name) => !name.startsWith(".")), ["anim-web"], "it needs no other package");
});

/** The example of the README. */
const EXAMPLE = `
  import { readFileSync } from "node:fs";
  import init, { open } from "anim-web";
  await init();
  const bytes = readFileSync(${JSON.stringify(join(root, "tod/valid/walk.tod"))});
  const animation = open(bytes, "walk.tod", []);
  const { times, world } = animation.pose({ fps: 30 });
  const { files, report } = animation.convert("glb", { options: { mesh: "none" } });
  const told = [animation.info().clips.length, world.length / times.length / 12, files[0].name, report.outputs.length, animation.page().length > 100000];
  animation.free();
`;
const EXPECTED = JSON.stringify([1, 18, "walk.glb", 1, true]);

test("the example of the README runs in Node.js", () => {
  writeFileSync(join(home, "use.js"), `${EXAMPLE}\nconsole.log(JSON.stringify(told));`);
  assert.equal(run("node", "use.js").trim(), EXPECTED);
});

test("it runs in a worker of Node.js", () => {
  writeFileSync(join(home, "worker.js"), `import { parentPort } from "node:worker_threads";\n${EXAMPLE}\nparentPort.postMessage(told);`);
  writeFileSync(join(home, "main.js"), 'import { Worker } from "node:worker_threads";\nnew Worker("./worker.js").on("message", (told) => console.log(JSON.stringify(told)));');
  assert.equal(run("node", "main.js").trim(), EXPECTED);
});

// Projects for Node.js have no library for browsers.
for (const [module, resolution, libraries] of [["nodenext", "nodenext", "es2022,dom"], ["nodenext", "nodenext", "es2022"], ["esnext", "bundler", "es2022,dom"]]) {
  test(`its types are strict, found as ${resolution} finds them, with the libraries ${libraries}`, () => {
    copyFileSync(new URL("types.ts", import.meta.url), join(home, "types.ts"));
    const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
    run("node", tsc, "--noEmit", "--strict", "--module", module, "--moduleResolution", resolution, "--target", "es2022", "--lib", libraries, "types.ts");
  });
}
