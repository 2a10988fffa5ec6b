// A VRM animation on an avatar, as three-vrm plays it, compared with known rotations.
//
//     node three_vrma.mjs FILE.vrma AVATAR.glb KNOWN.json TOLERANCE
//
// KNOWN.json has `times`; for each bone its `turns`, the rotations from rest in the world at these times, as matrices row by
// row; and the positions of the `hips`. Prints the largest differences; one beyond the tolerance fails.

import { readFile } from "node:fs/promises";
import { AnimationMixer, LoopOnce, Matrix4, Quaternion, Vector3 } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { VRMHumanoidLoaderPlugin } from "@pixiv/three-vrm-core";
import { createVRMAnimationClip, VRMAnimationLoaderPlugin } from "@pixiv/three-vrm-animation";

const [file, avatar, known, tolerance] = process.argv.slice(2);
const { times, turns, hips } = JSON.parse(await readFile(known, "utf8"));
// The plugins warn about errors that they find.
let warnings = 0;
console.warn = (...words) => {
  warnings += 1;
  console.log("warning:", ...words);
};

const { scene, userData } = await load(avatar, (parser) => new VRMHumanoidLoaderPlugin(parser));
const humanoid = userData.vrmHumanoid;
const [animation] = (await load(file, (parser) => new VRMAnimationLoaderPlugin(parser))).userData.vrmAnimations;
const clip = createVRMAnimationClip(animation, { scene, humanoid, meta: { metaVersion: "1" } });

scene.updateMatrixWorld(true);
const bones = Object.keys(turns).map((name) => ({ name, node: humanoid.getRawBoneNode(name) }));
for (const bone of bones) bone.rest = bone.node.getWorldQuaternion(new Quaternion()).invert();

const mixer = new AnimationMixer(scene);
const action = mixer.clipAction(clip).setLoop(LoopOnce, 1).play();
action.clampWhenFinished = true;
let [angle, distance, count] = [0, 0, 0];
times.forEach((time, index) => {
  action.reset();
  mixer.setTime(time);
  humanoid.update();
  scene.updateMatrixWorld(true);
  for (const { name, node, rest } of bones) {
    const [a, b, c, d, e, f, g, h, i] = turns[name][index];
    const expected = new Quaternion().setFromRotationMatrix(new Matrix4().set(a, b, c, 0, d, e, f, 0, g, h, i, 0, 0, 0, 0, 1));
    angle = Math.max(angle, between(expected, node.getWorldQuaternion(new Quaternion()).multiply(rest)));
    count += 1;
  }
  const place = humanoid.getRawBoneNode("hips").getWorldPosition(new Vector3());
  distance = Math.max(distance, place.distanceTo(new Vector3(...hips[index])));
});
const expressions = [...animation.expressionTracks.preset.keys(), ...animation.expressionTracks.custom.keys()];
const facts = [`${count} bones within ${angle.toExponential(1)} rad`, `hips within ${distance.toExponential(1)}`];
console.log([...facts, ...expressions].join(", "));
process.exitCode = count > 0 && warnings === 0 && Math.max(angle, distance) <= Number(tolerance) ? 0 : 1;

async function load(path, plugin) {
  const bytes = await readFile(path);
  const loader = new GLTFLoader().register(plugin);
  return loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), "");
}

/** The angle between two rotations, as exact for small ones. */
function between(a, b) {
  const [x, y, z] = a.clone().invert().multiply(b).toArray();
  return 2 * Math.asin(Math.min(1, Math.hypot(x, y, z)));
}
