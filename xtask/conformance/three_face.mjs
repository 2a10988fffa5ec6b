// The face of an avatar that a VRM animation moves, as three-vrm plays it, compared with the same animation in the avatar's file.
//
//     node three_face.mjs FILE.vrma AVATAR.glb MADE.glb TOLERANCE
//
// Prints the largest difference of a weight of a morph target; one beyond the tolerance fails.

import { readFile } from "node:fs/promises";
import { AnimationClip, AnimationMixer, LoopOnce } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { VRMExpressionLoaderPlugin } from "@pixiv/three-vrm-core";
import { createVRMAnimationExpressionTracks, VRMAnimationLoaderPlugin } from "@pixiv/three-vrm-animation";

const [file, avatar, made, tolerance] = process.argv.slice(2);
const [animation] = (await load(file, (parser) => new VRMAnimationLoaderPlugin(parser))).userData.vrmAnimations;
const { scene, userData } = await load(avatar, (parser) => new VRMExpressionLoaderPlugin(parser));
const manager = userData.vrmExpressionManager;
const { preset, custom } = createVRMAnimationExpressionTracks(animation, manager);
const clip = new AnimationClip("face", animation.duration, [...preset.values(), ...custom.values()]);
const shown = await load(made);

const [played, expected] = [player(shown.scene, shown.animations[0]), player(scene, clip)];
let [largest, count] = [0, 0];
for (let time = 0; time < 2; time += 0.0173) {
  const found = played(time);
  const faces = expected(time, () => manager.update());
  for (const [name, weights] of faces) {
    weights.forEach((weight, index) => {
      largest = Math.max(largest, Math.abs(weight - found.get(name)[index]));
      count += 1;
    });
  }
}
console.log(`${count} weights within ${largest.toExponential(1)}`);
process.exitCode = count > 0 && largest <= Number(tolerance) ? 0 : 1;

/** Plays a clip; answers the weights of each mesh at a time. */
function player(scene, clip) {
  const mixer = new AnimationMixer(scene);
  const action = mixer.clipAction(clip).setLoop(LoopOnce, 1).play();
  action.clampWhenFinished = true;
  return (time, update = () => {}) => {
    action.reset();
    mixer.setTime(time);
    update();
    const faces = new Map();
    scene.traverse(({ isMesh, name, morphTargetInfluences }) => isMesh && faces.set(name, [...morphTargetInfluences]));
    return faces;
  };
}

async function load(path, plugin) {
  const bytes = await readFile(path);
  const loader = new GLTFLoader();
  if (plugin) loader.register(plugin);
  return loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), "");
}
