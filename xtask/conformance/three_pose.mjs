// Poses the animation of a GLB at given times, as three.js plays it.
//
//     node three_pose.mjs FILE.glb TIME,TIME,…
//
// Prints one JSON object a line for each time, in the shape of `anim pose --json`. Only nodes of the scene that have a
// name are printed; a parent without a name counts as none.

import { readFile } from "node:fs/promises";
import { AnimationMixer, Group, LoopOnce } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { rows } from "./three_rows.mjs";

const [file, times] = process.argv.slice(2);
const bytes = await readFile(file);
const gltf = await new GLTFLoader().parseAsync(
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  "",
);

// A file without nodes has no scene.
const scene = gltf.scene ?? new Group();

// The loader changes names to fit its property paths and makes objects of its own for primitives:
// its associations lead back to the nodes of the file.
const found = [];
scene.traverse((object) => {
  const node = gltf.parser.associations.get(object)?.nodes;
  const name = node === undefined ? undefined : gltf.parser.json.nodes[node].name;
  if (name !== undefined) found.push({ name, object });
});
const index = new Map(found.map(({ object }, i) => [object, i]));

const mixer = new AnimationMixer(scene);
const actions = gltf.animations.map((clip) => mixer.clipAction(clip));
for (const time of times.split(",").map(Number)) {
  mixer.stopAllAction();
  for (const action of actions) {
    action.reset().setLoop(LoopOnce, 1).play();
    action.clampWhenFinished = true;
  }
  mixer.setTime(time);
  scene.updateMatrixWorld(true);
  const nodes = found.map(({ name, object }) => ({
    name,
    parent: index.get(object.parent) ?? null,
    alive: true,
    local: rows(object.matrix),
    world: rows(object.matrixWorld),
  }));
  console.log(JSON.stringify({ schema: 1, time, nodes }));
}
