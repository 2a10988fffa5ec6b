// The page's worker in Node.js, with what a browser gives it: `node worker.mjs PAGE FIXTURES`.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

const [folder, root] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), "anim-worker-"));
after(() => rmSync(home, { recursive: true }));
cpSync(folder, home, { recursive: true });
writeFileSync(join(home, "package.json"), '{ "type": "module" }');

/** What waits for the answers of the worker, by the numbers of its calls, and these numbers as they were answered. */
const waiting = new Map();
const answered = [];

Object.assign(globalThis, {
  onmessage: null,
  postMessage({ id, stage, result, error }) {
    if (stage !== undefined) return;
    answered.push(id);
    waiting.get(id)({ result, error });
  },
  fetch: async (url) => new Response(readFileSync(url), { headers: { "Content-Type": "application/wasm" } }),
  XMLHttpRequest: class {
    open(_, url) {
      this.url = url;
    }
    send() {
      Object.assign(this, { status: 200, response: readFileSync(this.url) });
    }
  },
});
const { Animation } = await import(pathToFileURL(join(home, "anim.js")).href);
const { free } = Animation.prototype;
let freed = 0;
Animation.prototype.free = function () {
  freed += 1;
  free.call(this);
};
await import(pathToFileURL(join(home, "worker.js")).href);

function call(call, args) {
  const id = waiting.size;
  return new Promise((done) => {
    waiting.set(id, done);
    globalThis.onmessage({ data: { id, call, args } });
  });
}

/** A file that takes this many milliseconds to be read. */
function slow(path, delay, name) {
  const bytes = new Uint8Array(readFileSync(join(root, path)));
  const start = async (stream) => {
    await new Promise((done) => setTimeout(done, delay));
    stream.enqueue(bytes);
    stream.close();
  };
  return { file: { size: bytes.length, stream: () => new ReadableStream({ start }) }, name, beside: [] };
}

test("calls are done in their order, however long files take to be read, and a file is freed by the next", async () => {
  const page = () => call("page", { options: { edits: [] } });
  const answers = await Promise.all([
    call("open", slow("bvh/valid/walk.bvh", 200, "a.bvh")),
    page(),
    call("compare", slow("tod/valid/walk.tod", 100, "b.tod")),
    page(),
    call("open", slow("tod/valid/walk.tod", 0, "c.tod")),
    call("convert", { target: "glb", options: {} }),
    call("open", slow("bvh/valid/walk.bvh", 0, "d.bvh")),
  ]);
  assert.deepEqual(answers.map(({ error }) => error?.message), answers.map(() => undefined));
  assert.deepEqual(answered, [...answers.keys()]);
  const [a, alone, clips, both, c, made, d] = answers.map(({ result }) => result);
  assert.deepEqual([a, c, d].map(({ info }) => info.path), ["a.bvh", "c.tod", "d.bvh"]);
  const files = async ({ page }) => JSON.parse(/"files":(\[[^\]]*\])/.exec(await page.text())[1]);
  assert.deepEqual([await files(alone), clips, await files(both)], [["a.bvh"], 1, ["a.bvh", "b.tod"]]);
  assert.deepEqual(made.files.map(({ name }) => name), ["c.glb"]);
  assert.equal(freed, 3);
});
