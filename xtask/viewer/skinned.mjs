// Writes a GLB of a red bar that bends: `node skinned.mjs FILE`. Its upper end rotates by −90° about Z in a second, about the
// joint at half of its height. It has a blend shape, a camera and a light.

import { writeFileSync } from "node:fs";

const corners = [0, 1, 2].flatMap((y) => [[-0.3, -0.15], [0.3, -0.15], [0.3, 0.15], [-0.3, 0.15]].map(([x, z]) => [x, y, z]));
const sides = [0, 1].flatMap((ring) =>
  [0, 1, 2, 3].flatMap((side) => {
    const [a, b] = [4 * ring + side, 4 * ring + ((side + 1) % 4)];
    return [a, b, a + 4, b, b + 4, a + 4];
  }),
);
const triangles = [...sides, 0, 1, 2, 0, 2, 3, 8, 9, 10, 8, 10, 11];
const half = Math.SQRT1_2;
const chunks = [];
const [accessors, bufferViews] = [[], []];
let offset = 0;

function put(numbers, Kind, componentType, type, width) {
  const bytes = Buffer.from(new Kind(numbers.flat()).buffer);
  bufferViews.push({ buffer: 0, byteOffset: offset, byteLength: bytes.length });
  accessors.push({ bufferView: bufferViews.length - 1, componentType, type, count: numbers.flat().length / width });
  const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4);
  chunks.push(bytes, padding);
  offset += bytes.length + padding.length;
  return accessors.length - 1;
}

const singles = (numbers, type, width) => put(numbers, Float32Array, 5126, type, width);
const place = (x, y, z) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
const primitive = {
  attributes: {
    POSITION: singles(corners, "VEC3", 3),
    JOINTS_0: put(corners.map(([, y]) => [y > 1 ? 1 : 0, 0, 0, 0]), Uint8Array, 5121, "VEC4", 4),
    WEIGHTS_0: singles(corners.map(() => [1, 0, 0, 0]), "VEC4", 4),
  },
  indices: put(triangles, Uint16Array, 5123, "SCALAR", 1),
  material: 0,
  targets: [{ POSITION: singles(corners.map(([x]) => [x, 0, 0]), "VEC3", 3) }],
};
accessors[0].min = [-0.3, 0, -0.15];
accessors[0].max = [0.3, 2, 0.15];
const inverseBindMatrices = singles([place(0, 0, 0), place(0, -1, 0)], "MAT4", 16);
const [input, output] = [singles([0, 1], "SCALAR", 1), singles([[0, 0, 0, 1], [0, 0, -half, half]], "VEC4", 4)];
accessors[input].min = [0];
accessors[input].max = [1];

const json = {
  asset: { version: "2.0" },
  extensionsUsed: ["KHR_lights_punctual"],
  extensions: { KHR_lights_punctual: { lights: [{ type: "spot", color: [1, 0.8, 0.2], spot: { outerConeAngle: 0.5 } }] } },
  scenes: [{ nodes: [0, 2, 3, 4] }],
  scene: 0,
  nodes: [
    { name: "mixamorig:root", children: [1] },
    { name: "mixamorig:bend", translation: [0, 1, 0] },
    { name: "mixamorig:bar", mesh: 0, skin: 0 },
    { name: "mixamorig:camera", camera: 0, translation: [0.5, 1, 3] },
    { name: "mixamorig:lamp", translation: [-1, 2.5, 0], extensions: { KHR_lights_punctual: { light: 0 } } },
  ],
  meshes: [{ primitives: [primitive], extras: { targetNames: ["broad"] } }],
  materials: [{ pbrMetallicRoughness: { baseColorFactor: [0.8, 0.02, 0.02, 1] } }],
  skins: [{ joints: [0, 1], inverseBindMatrices }],
  cameras: [{ type: "perspective", perspective: { yfov: 0.7, aspectRatio: 1.5, znear: 0.1 } }],
  animations: [{ name: "bend", channels: [{ sampler: 0, target: { node: 1, path: "rotation" } }], samplers: [{ input, output }] }],
  accessors,
  bufferViews,
  buffers: [{ byteLength: offset }],
};

const text = Buffer.from(JSON.stringify(json));
const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 0x20)]);
const head = (length, kind) => Buffer.concat([Buffer.from(Uint32Array.of(length).buffer), Buffer.from(kind, "latin1")]);
const total = 12 + 8 + padded.length + 8 + offset;
const start = Buffer.concat([Buffer.from("glTF"), Buffer.from(Uint32Array.of(2, total).buffer)]);
writeFileSync(process.argv[2], Buffer.concat([start, head(padded.length, "JSON"), padded, head(offset, "BIN\0"), ...chunks]));
