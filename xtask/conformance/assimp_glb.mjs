// Poses of GLBs at their start, as Assimp reads them.
//
//     node assimp_glb.mjs JOBS.json
//
// Assimp returns keys and does not interpolate between them: each node has its first key at every time.

import { createRequire } from "node:module";
import { Matrix4, Quaternion, Vector3 } from "three";
import { rows, run } from "./jobs.mjs";

const assimp = await createRequire(import.meta.url)("assimpjs")();

await run(async (bytes) => {
  const files = new assimp.FileList();
  files.AddFile("figure.glb", bytes);
  const result = assimp.ConvertFileList(files, "assjson");
  if (!result.IsSuccess()) throw new Error(result.GetErrorCode());
  const { rootnode, animations = [] } = JSON.parse(new TextDecoder().decode(result.GetFile(0).GetContent()));
  const channels = new Map((animations[0]?.channels ?? []).map((channel) => [channel.name, channel]));
  const nodes = [];
  const visit = (node, above) => {
    const local = matrix(node, channels.get(node.name));
    const world = above.clone().multiply(local);
    nodes.push({ name: node.name, local: rows(local.elements), world: rows(world.elements) });
    for (const child of node.children ?? []) visit(child, world);
  };
  visit(rootnode, new Matrix4());
  return () => nodes;
});

function matrix({ transformation }, channel) {
  const rest = new Matrix4().set(...transformation);
  if (!channel) return rest;
  const [place, turn, scale] = [new Vector3(), new Quaternion(), new Vector3()];
  rest.decompose(place, turn, scale);
  const first = (keys) => keys?.[0]?.[1];
  place.set(...(first(channel.positionkeys) ?? place.toArray()));
  scale.set(...(first(channel.scalingkeys) ?? scale.toArray()));
  const [w, x, y, z] = first(channel.rotationkeys) ?? [turn.w, turn.x, turn.y, turn.z];
  return new Matrix4().compose(place, new Quaternion(x, y, z, w), scale);
}
