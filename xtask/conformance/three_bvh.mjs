// Poses of every frame of a BVH as three.js reads it.
//
//     node three_bvh.mjs FILE.bvh
//
// Prints one JSON object a line for each frame, in the shape of `anim pose --json`. End sites are left out.

import { readFile } from "node:fs/promises";
import { AnimationMixer, LoopOnce } from "three";
import { BVHLoader } from "three/addons/loaders/BVHLoader.js";
import { rows } from "./three_rows.mjs";

const text = await readFile(process.argv[2], "utf8");
const { clip, skeleton } = new BVHLoader().parse(text);
const bones = skeleton.bones.filter((bone) => bone.name !== "ENDSITE");
const index = new Map(bones.map((bone, i) => [bone, i]));

const mixer = new AnimationMixer(bones[0]);
const action = mixer.clipAction(clip).setLoop(LoopOnce, 1).play();
action.clampWhenFinished = true;
const frameTime = Number(/Frame Time:\s*(\S+)/i.exec(text)[1]);
const frames = clip.tracks[0].times.length;
for (let frame = 0; frame < frames; frame++) {
  // The loader's own times of keys, which are of single precision.
  action.reset();
  mixer.setTime(clip.tracks[0].times[frame]);
  bones[0].updateMatrixWorld(true);
  const nodes = bones.map((bone) => ({
    name: bone.name,
    parent: index.get(bone.parent) ?? null,
    alive: true,
    local: rows(bone.matrix),
    world: rows(bone.matrixWorld),
  }));
  console.log(JSON.stringify({ schema: 1, time: frame * frameTime, nodes }));
}
