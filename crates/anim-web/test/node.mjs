// The package in Node.js against the command: `node node.mjs PACKAGE ANIM FIXTURES`.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { beside, fixtures, run, warnings } from "./command.mjs";
import { box } from "./box.mjs";

const [folder, anim, root] = process.argv.slice(2);
const web = await import(pathToFileURL(join(folder, "anim.js")).href);
web.initSync({ module: readFileSync(join(folder, "anim_bg.wasm")) });
const all = fixtures(root);
/** What each folder is converted to, besides a GLB. */
const TARGETS = { tod: "bvh", "mm2-ped": "stf", stt: "xml", stf: "stt", "hsf-xml": "tod", gltf: "anim", bvh: "gltf" };

/** How many losses of a file the command shows. */
const MOST_SHOWN = 5;
/** How many losses the clips of all files have. */
let lacking = 0;

/** What a loss concerns, in the command's words. */
function place({ clip, node, property }) {
  return Object.entries({ clip, node, channel: property }).filter(([, name]) => name !== null).map(([kind, name]) => `${kind} \`${name}\``).join(", ");
}

function opened(path, files, read = {}) {
  return web.open(readFileSync(path), basename(path), beside(path, files), read);
}

test("formats are those of the command", () => {
  // A count has 32 bits there.
  const expected = run(anim, "formats", "--json").replaceAll('a whole number from 1"', 'a whole number from 1 to 4294967295"');
  assert.deepEqual(web.formats(), JSON.parse(expected).formats);
});

for (const { format, folder, files } of all) {
  const known = JSON.parse(run(anim, "info", "--json", ...files)).files.filter(({ format }) => format !== null);
  const paths = known.map(({ path }) => path);

  test(`${format}: info and check are those of the command`, () => {
    const checked = JSON.parse(run(anim, "check", "--json", ...paths)).files;
    assert.ok(paths.length > 0);
    for (const [index, path] of paths.entries()) {
      const animation = opened(path, files);
      assert.deepEqual(animation.info(), { ...known[index], path: basename(path) });
      const { diagnostics } = animation.check();
      assert.deepEqual(diagnostics.map(({ line, column, ...finding }) => finding), checked[index].diagnostics, path);
      animation.free();
    }
  });

  test(`${format}: values and poses are those of the command`, () => {
    const path = paths[0];
    const animation = opened(path, files);
    for (const { name } of animation.info().clips.slice(0, 2)) {
      const rows = lines(run(anim, "sample", path, "--clip", name, "--to", "jsonl"));
      const { times, columns, values } = animation.sample({ clip: name });
      assert.equal(values.length, rows.length);
      rows.forEach((row, index) => {
        const { node, channel, component } = columns[index % columns.length];
        const here = { time: times[Math.floor(index / columns.length)], node, channel, component, value: values[index] };
        const { path: _, clip, error, unit, ...there } = row;
        assert.deepEqual(here, { ...there, value: Number(there.value) }, `${path} ${index}`);
      });
      const poses = lines(run(anim, "pose", path, "--clip", name, "--json"));
      const posed = animation.pose({ clip: name });
      assert.deepEqual([...posed.times], poses.map(({ time }) => time));
      poses.forEach(({ nodes }, time) => nodes.forEach((node, index) => {
        const at = time * nodes.length + index;
        assert.equal(posed.nodes[index], node.name);
        assert.deepEqual([posed.parents[at], posed.alive[at]], [node.parent ?? -1, Number(node.alive)]);
        assert.deepEqual([...posed.local.subarray(12 * at, 12 * at + 12)], node.local, node.name);
        assert.deepEqual([...posed.world.subarray(12 * at, 12 * at + 12)], node.world, node.name);
      }));
    }
    animation.free();
  });

  test(`${format}: a clip lacks what the command warns of`, () => {
    for (const path of paths) {
      const animation = opened(path, files);
      animation.info().clips.forEach(({ name }, clip) => {
        const expected = warnings(anim, "pose", path, "--clip", String(clip), "--times", "0").filter((line) => line.includes(`(clip \`${name}\``) && line.endsWith("]"));
        const { losses } = animation.pose({ clip, times: [0] });
        const serious = losses.filter(({ severity }) => severity !== "note").slice(0, MOST_SHOWN);
        assert.deepEqual(serious.map((loss) => `warning: ${path}: ${loss.message} (${place(loss)}) [${loss.code}]`), expected);
        assert.deepEqual(animation.sample({ clip, times: [0] }).losses, losses);
        lacking += losses.length;
      });
      animation.free();
    }
  });

  for (const target of ["glb", TARGETS[format]]) {
    test(`${format}: conversions to .${target} are those of the command`, () => {
      for (const path of paths) {
        const animation = opened(path, files);
        const own = mkdtempSync(join(tmpdir(), "anim-web-"));
        const report = JSON.parse(run(anim, "convert", path, "--to", target, "--out-dir", own, "--json")).files[0];
        if (report.error !== null) {
          assert.throws(() => animation.convert(target), (thrown) => thrown instanceof Error && thrown.code.includes("::"), `${path}: ${report.error}`);
        } else {
          const made = animation.convert(target);
          assert.deepEqual(made.files.map(({ name }) => name).toSorted(), readdirSync(own).toSorted(), path);
          for (const { name, bytes } of made.files) assert.ok(readFileSync(join(own, name)).equals(bytes), name);
          const plain = (report) => ({ ...report, path, outputs: report.outputs.map((output) => ({ ...output, path: basename(output.path) })) });
          assert.deepEqual(plain(made.report), plain(report), path);
        }
        rmSync(own, { recursive: true });
        animation.free();
      }
    });
  }
}

test("some clip lacks something", () => {
  assert.ok(lacking > 5, `${lacking}`);
});

test("an error has its code and its place", () => {
  const text = "HIERARCHY\nROOT hip\n{\n  OFFSET 0 zero 0\n}\n";
  assert.throws(() => web.open(Buffer.from(text), "a.bvh"), ({ name, code, place, message }) => {
    assert.deepEqual([name, code.split("::")[0], place.line, place.column], ["AnimError", "bvh", 4, 12], message);
    return true;
  });
  const { diagnostics } = web.check(Buffer.from(text), "a.bvh");
  assert.deepEqual(diagnostics.map(({ severity, line }) => [severity, line]), [["error", 4]]);
  assert.throws(() => web.open(Buffer.of(), "a.bvh"), ({ place }) => place.line === 1 && place.column === 1);
  assert.deepEqual(web.check(Buffer.of(), "a.bvh").diagnostics.map(({ line, column }) => [line, column]), [[1, 1]]);
  const code = (call) => { try { call(); } catch (error) { return error.code; } };
  assert.equal(code(() => web.open(Buffer.from("?"), "a.unknown")), "anim::unknown-format");
  const walk = join(root, "tod/valid/walk.tod");
  assert.equal(code(() => opened(walk, [], { options: { mod: "ideal" } })), "anim::option");
  const animation = opened(walk, []);
  assert.equal(code(() => animation.convert("fbx")), "anim::unknown-target");
  assert.equal(code(() => animation.sample({ clip: "run" })), "anim::no-clip");
  assert.equal(code(() => animation.sample({ clips: "run" })), "anim::argument");
  assert.equal(code(() => animation.sample({ fps: -1 })), "anim::argument");
  assert.equal(code(() => animation.sample({ fps: 1e300 })), "anim::too-large");
  assert.equal(code(() => animation.pose({ fps: 1e300 })), "anim::too-large");
  const circle = {};
  circle.circle = circle;
  const bytes = readFileSync(walk);
  const freed = opened(walk, []);
  freed.free();
  // What TypeScript would refuse, and what it cannot know.
  const wrong = [
    () => web.open(undefined, "walk.tod"), () => web.open("text", "walk.tod"), () => web.open(bytes), () => web.check(bytes, 7),
    () => web.open(bytes, "walk.tod", 7), () => web.open(bytes, "walk.tod", [7]), () => web.open(bytes, "walk.tod", { names: 7 }),
    () => animation.convert(), () => animation.sample({ fps: NaN }), () => animation.sample({ times: [Infinity] }), () => animation.sample({ fps: 10n }),
    () => animation.sample(circle), () => animation.sample(() => 1), () => animation.sample(5), () => animation.sample([0, 5]),
    () => animation.sample(new Map([["fps", 5]])), () => animation.sample({ times: new Float64Array([NaN]) }), () => animation.page({ up: "x" }),
    () => animation.compared(), () => animation.compared(null), () => animation.compared({}), () => animation.compared({ _lend() {} }),
    () => animation.compared(freed), () => animation.compared(animation), () => animation.compared(opened(walk, []), { fps: "x" }),
  ];
  for (const call of wrong) assert.throws(call, (thrown) => thrown instanceof Error && thrown.name === "AnimError" && thrown.code === "anim::argument" && "place" in thrown, String(call));
  assert.equal(animation.info().clips.length, 1, "the module goes on");
});

test("options, times and files that are read when they are needed", () => {
  const walk = join(root, "tod/valid/walk.tod");
  const ideal = opened(walk, [], { options: { mode: "ideal" } });
  const rows = lines(run(anim, "sample", walk, "-O", "mode=ideal", "--times", "0,0.125", "--to", "jsonl"));
  assert.deepEqual([...ideal.sample({ times: [0.125, 0] }).values], rows.map(({ value }) => value));
  const path = all.find(({ format }) => format === "mm2-ped").files.find((path) => path.endsWith(".anim"));
  const { files } = all.find(({ format }) => format === "mm2-ped");
  const asked = [];
  const surroundings = {
    names: files.map((path) => basename(path)),
    read: (name) => {
      asked.push(name);
      const file = files.find((path) => basename(path) === name);
      return file && readFileSync(file);
    },
  };
  const lazy = web.open(readFileSync(path), basename(path), surroundings);
  assert.deepEqual(lazy.info(), opened(path, files).info());
  assert.ok(asked.length > 0 && asked.length < files.length, `${asked}`);
  // An object with methods of its own.
  class Store {
    names = surroundings.names;
    read(name) { return this.names.includes(name) ? surroundings.read(name) : undefined; }
  }
  const stored = web.open(readFileSync(path), basename(path), new Store());
  const posed = stored.pose({ times: [0] });
  assert.deepEqual(posed, lazy.pose({ times: [0] }));
  assert.deepEqual(stored.pose({ times: posed.times }), posed);
  // What cannot be read is not missing.
  const failing = (read) => () => web.open(readFileSync(path), basename(path), { names: surroundings.names, read }).pose({ times: [0] });
  assert.throws(failing(() => { throw new RangeError("network"); }), RangeError);
  assert.throws(failing(async () => undefined), ({ code }) => code === "anim::argument");
  // Nor can what reads for an animation use it.
  let own;
  own = web.open(readFileSync(path), basename(path), { names: surroundings.names, read: (name) => (own ? own.info() : surroundings.read(name)) });
  assert.throws(() => own.check(), ({ code }) => code === "anim::argument");
});

test("a page is that of the command: of clips, of a scene at rest, after operations, of two files", () => {
  const spline = join(root, "gltf/valid/spline.gltf");
  const walk = join(root, "bvh/valid/walk.bvh");
  assert.equal(opened(spline, []).page(), run(anim, "view", spline));
  assert.equal(opened(walk, []).page({ edits: [{ name: "speed", value: 2 }, { name: "reverse" }] }), run(anim, "view", walk, "--speed", "2", "--reverse"));
  assert.equal(opened(spline, []).compared(opened(walk, [])), run(anim, "view", spline, walk));
  const folder = mkdtempSync(join(tmpdir(), "anim-still-"));
  const still = join(folder, "box.glb");
  writeFileSync(still, box());
  const page = opened(still, []).page();
  assert.equal(page, run(anim, "view", still));
  assert.match(page, /"clips":\[\{"name":"box.glb"/);
  rmSync(folder, { recursive: true });
});

test("operations are those of the command", () => {
  const values = { TIME: "0.2", FACTOR: "2", F: "10", SECONDS: "0.1", NODES: "*", "OLD=NEW": "*=a*", "TIMES|EVENT": "0.2", "remove|NODE": "remove", AXIS: "z", METRES: "0.01", TOLERANCE: "0.01" };
  const walk = join(root, "bvh/valid/walk.bvh");
  const animation = opened(walk, []);
  const operations = web.operations();
  const help = run(anim, "convert", "--help");
  assert.ok(operations.length > 20 && operations.every(({ name, help: line }) => help.includes(`--${name}`) && line.length > 0));
  const folder = mkdtempSync(join(tmpdir(), "anim-edits-"));
  for (const [index, { name, value, needed }] of operations.entries()) {
    const given = needed ? values[value] : undefined;
    const own = join(folder, String(index));
    mkdirSync(own);
    const { error, outputs } = JSON.parse(run(anim, "convert", walk, `--${name}`, ...(needed ? [given] : []), "--to", "glb", "--out-dir", own, "--json")).files[0];
    const convert = () => animation.convert("glb", { edits: [needed ? { name, value: given } : { name }] });
    if (error !== null) {
      assert.throws(convert, ({ code }) => code === "anim::edit", name);
      continue;
    }
    const made = convert();
    assert.equal(made.files.length, outputs.length, name);
    for (const { name: file, bytes } of made.files) assert.ok(readFileSync(join(own, file)).equals(bytes), name);
  }
  assert.throws(() => animation.convert("glb", { edits: [{ name: "spin" }] }), ({ code }) => code === "anim::edit");
  rmSync(folder, { recursive: true });
});

function lines(text) {
  return text.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
}
