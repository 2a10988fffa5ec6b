// Poses of GLBs as three.js plays their animations.
//
//     node three_glb.mjs JOBS.json
//
// Only nodes of the scene that have a name are shown.

import { AnimationMixer, Group, LoopOnce } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { rows, run } from "./jobs.mjs";

await run(async (bytes) => {
  const glb = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const gltf = await new GLTFLoader().parseAsync(glb, "");
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

  const mixer = new AnimationMixer(scene);
  const actions = gltf.animations.map((clip) => mixer.clipAction(clip));
  return (time) => {
    mixer.stopAllAction();
    for (const action of actions) {
      action.reset().setLoop(LoopOnce, 1).play();
      action.clampWhenFinished = true;
    }
    mixer.setTime(time);
    scene.updateMatrixWorld(true);
    return found.map(({ name, object }) => ({
      name,
      local: rows(object.matrix.elements),
      world: rows(object.matrixWorld.elements),
    }));
  };
});
