// Writes the files of `limits.mjs` into a folder: `node inputs.mjs FOLDER`.

import { writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];

/** A glTF of a node that jumps to values along X at times, without a frame rate. */
function steps(name, times, values) {
  const numbers = Float32Array.from([...times, ...values.flatMap((value) => [value, 0, 0])]);
  const [keys, all] = [4 * times.length, numbers.byteLength];
  const json = {
    asset: { version: "2.0" },
    scenes: [{ nodes: [0] }],
    nodes: [{ name: "node" }],
    animations: [{ channels: [{ sampler: 0, target: { node: 0, path: "translation" } }], samplers: [{ input: 0, output: 1, interpolation: "STEP" }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: times.length, type: "SCALAR", min: [times[0]], max: [Math.fround(times.at(-1))] },
      { bufferView: 1, componentType: 5126, count: times.length, type: "VEC3" },
    ],
    bufferViews: [{ buffer: 0, byteLength: keys }, { buffer: 0, byteOffset: keys, byteLength: all - keys }],
    buffers: [{ byteLength: all, uri: `data:application/octet-stream;base64,${Buffer.from(numbers.buffer).toString("base64")}` }],
  };
  writeFileSync(join(folder, name), JSON.stringify(json));
}

/** A BVH of three bones, each 1 long, one above the other, whose root is at places. */
function bones(name, places, seconds = 0.5) {
  const bone = (index) =>
    index === 3 ? "End Site\n{\nOFFSET 0 1 0\n}" : `JOINT bone${index}\n{\nOFFSET 0 1 0\nCHANNELS 1 Zrotation\n${bone(index + 1)}\n}`;
  const root = `ROOT root\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n${bone(1)}\n}`;
  const frames = places.map((place) => [...place, 0, 0].join(" "));
  writeFileSync(join(folder, name), `HIERARCHY\n${root}\nMOTION\nFrames: ${frames.length}\nFrame Time: ${seconds}\n${frames.join("\n")}\n`);
}

/** A glTF of two nodes, of which one, far away, is in no scene. A light makes a scene to show. */
function outside(name) {
  const extension = "KHR_lights_punctual";
  const json = {
    asset: { version: "2.0" },
    extensionsUsed: [extension],
    extensions: { [extension]: { lights: [{ type: "point" }] } },
    scenes: [{ nodes: [0] }],
    nodes: [{ name: "lamp", children: [1], extensions: { [extension]: { light: 0 } } }, { name: "foot", translation: [0, -1, 0] }, { name: "away", translation: [1000, 0, 0] }],
  };
  writeFileSync(join(folder, name), JSON.stringify(json));
}

outside("outside.gltf");
const counted = Array.from({ length: 26 }, (_, index) => index);
steps("steps.gltf", counted.map((index) => index / 24), counted);
steps("short.gltf", [0, 0.005, 0.01], [0, 1, 5]);
bones("far.bvh", [[1e6, 2e5, -3e6], [1e6, 2e5, -3e6]]);
bones("values.bvh", [[12344.4, 99999, 123456], [12347.3, 54321, 123987]]);
bones("narrow.bvh", [[123456.5, 123456.5, 123456.5], [123456.75, 123456.5, 123456.5]]);
bones("slow.bvh", [[0, 0, 0], [1, 0, 0], [2, 0, 0]], 300);
