// A GLB without animations: a box that is red on its left and green on its right, by a picture of four pixels.

import { deflateSync, crc32 } from "node:zlib";

const RED = [255, 0, 0];
const GREEN = [0, 255, 0];

/** The bytes of the file. */
export function box() {
  const corners = [];
  const places = [];
  const triangles = [];
  for (const [axis, sign] of [0, 1, 2].flatMap((axis) => [[axis, -1], [axis, 1]])) {
    const first = corners.length / 3;
    for (const [a, b] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
      const corner = [0, 0, 0];
      corner[axis] = sign;
      corner[(axis + 1) % 3] = a * sign;
      corner[(axis + 2) % 3] = b;
      corners.push(...corner);
      places.push(corner[0] < 0 ? 0.25 : 0.75, 0.5);
    }
    triangles.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }
  return glb(new Float32Array(corners), new Float32Array(places), new Uint16Array(triangles), picture(RED, RED, GREEN, GREEN));
}

function glb(corners, places, triangles, image) {
  const parts = [corners, places, triangles, image].map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  const views = [];
  let size = 0;
  for (const part of parts) {
    views.push({ buffer: 0, byteOffset: size, byteLength: part.length });
    size += part.length + ((4 - (part.length % 4)) % 4);
  }
  const binary = Buffer.alloc(size);
  views.forEach(({ byteOffset }, index) => parts[index].copy(binary, byteOffset));
  const root = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: "box", mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, indices: 2, material: 0 }] }],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ source: 0, sampler: 0 }],
    samplers: [{ magFilter: 9728, minFilter: 9728, wrapS: 33071, wrapT: 33071 }],
    images: [{ bufferView: 3, mimeType: "image/png" }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: corners.length / 3, type: "VEC3", min: [-1, -1, -1], max: [1, 1, 1] },
      { bufferView: 1, componentType: 5126, count: places.length / 2, type: "VEC2" },
      { bufferView: 2, componentType: 5123, count: triangles.length, type: "SCALAR" },
    ],
    bufferViews: views,
    buffers: [{ byteLength: size }],
  };
  const text = Buffer.from(JSON.stringify(root));
  const json = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, " ")]);
  const words = (...numbers) => Buffer.from(new Uint32Array(numbers).buffer);
  const all = 12 + 8 + json.length + 8 + size;
  return Buffer.concat([words(0x46546c67, 2, all, json.length, 0x4e4f534a), json, words(size, 0x004e4942), binary]);
}

/** A PNG of one row. */
function picture(...pixels) {
  const chunk = (kind, data) => {
    const body = Buffer.concat([Buffer.from(kind), data]);
    const words = [Buffer.alloc(4), Buffer.alloc(4)];
    words[0].writeUInt32BE(data.length);
    words[1].writeUInt32BE(crc32(body));
    return Buffer.concat([words[0], body, words[1]]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(pixels.length, 0);
  head.writeUInt32BE(1, 4);
  head.set([8, 2], 8);
  const row = deflateSync(Buffer.from([0, ...pixels.flat()]));
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), chunk("IHDR", head), chunk("IDAT", row), chunk("IEND", Buffer.alloc(0))]);
}
