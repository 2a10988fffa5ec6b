// Poses of BVHs as Assimp reads them.
//
//     node assimp_bvh.mjs JOBS.json
//
// Times are those of frames: Assimp returns keys and does not interpolate between them.

import { createRequire } from "node:module";
import { Matrix4, Quaternion, Vector3 } from "three";
import { frameTime, rows, run } from "./jobs.mjs";

const assimp = await createRequire(import.meta.url)("assimpjs")();

await run(async (bytes) => {
  const files = new assimp.FileList();
  files.AddFile("motion.bvh", bytes);
  const result = assimp.ConvertFileList(files, "assjson");
  if (!result.IsSuccess()) throw new Error(result.GetErrorCode());
  const { rootnode, animations } = JSON.parse(new TextDecoder().decode(result.GetFile(0).GetContent()));
  const channels = new Map(animations[0].channels.map((channel) => [channel.name, channel]));
  const seconds = frameTime(bytes.toString());
  return (time) => {
    const frame = Math.round(time / seconds);
    const nodes = [];
    const visit = (node, above) => {
      const local = matrix(node, channels.get(node.name), frame);
      const world = above.clone().multiply(local);
      nodes.push({ name: node.name, local: rows(local.elements), world: rows(world.elements) });
      for (const child of node.children ?? []) visit(child, world);
    };
    visit(rootnode, new Matrix4());
    return nodes;
  };
});

function matrix({ transformation }, channel, frame) {
  if (!channel) return new Matrix4().set(...transformation);
  const key = (keys) => keys[Math.min(frame, keys.length - 1)][1];
  const [w, x, y, z] = key(channel.rotationkeys);
  const [place, scale] = [channel.positionkeys, channel.scalingkeys].map(key);
  return new Matrix4().compose(new Vector3(...place), new Quaternion(x, y, z, w), new Vector3(...scale));
}
