// Poses of BVHs as three.js reads them.
//
//     node three_bvh.mjs JOBS.json
//
// Times are those of frames. End sites are left out.

import { AnimationMixer, LoopOnce } from "three";
import { BVHLoader } from "three/addons/loaders/BVHLoader.js";
import { frameTime, rows, run } from "./jobs.mjs";

await run(async (bytes) => {
  const text = bytes.toString();
  const { clip, skeleton } = new BVHLoader().parse(text);
  const bones = skeleton.bones.filter((bone) => bone.name !== "ENDSITE");
  const mixer = new AnimationMixer(bones[0]);
  const action = mixer.clipAction(clip).setLoop(LoopOnce, 1).play();
  action.clampWhenFinished = true;
  const seconds = frameTime(text);
  return (time) => {
    // The loader's own times of keys, which are of single precision.
    action.reset();
    mixer.setTime(clip.tracks[0].times[Math.round(time / seconds)]);
    bones[0].updateMatrixWorld(true);
    return bones.map((bone) => ({
      name: bone.name,
      local: rows(bone.matrix.elements),
      world: rows(bone.matrixWorld.elements),
    }));
  };
});
