// The vertices of a skin as three.js shows them, compared with known positions.
//
//     node three_skin.mjs FILE.glb PLACES.json TOLERANCE
//
// PLACES.json has `times` and for each the `places`, the positions of the vertices in the world. Every animation of
// the file plays. Prints the largest distance; one beyond the tolerance fails.

import { readFile } from "node:fs/promises";
import { AnimationMixer, LoopOnce, Vector3 } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

const [file, known, tolerance] = process.argv.slice(2);
const bytes = await readFile(file);
const glb = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
const { scene, animations } = await new GLTFLoader().parseAsync(glb, "");
const { times, places } = JSON.parse(await readFile(known, "utf8"));

const skins = [];
scene.traverse((object) => object.isSkinnedMesh && skins.push(object));
if (skins.length !== 1 || animations.length === 0) {
  console.log(`${skins.length} skins and ${animations.length} animations`);
  process.exit(1);
}

const mixer = new AnimationMixer(scene);
let [largest, count] = [0, 0];
times.forEach((time, index) => {
  mixer.stopAllAction();
  for (const clip of animations) {
    const action = mixer.clipAction(clip).reset().setLoop(LoopOnce, 1).play();
    action.clampWhenFinished = true;
  }
  mixer.setTime(time);
  scene.updateMatrixWorld(true);
  const [skin] = skins;
  places[index].forEach((place, vertex) => {
    const shown = skin.getVertexPosition(vertex, new Vector3()).applyMatrix4(skin.matrixWorld);
    largest = Math.max(largest, shown.distanceTo(new Vector3(...place)));
    count += 1;
  });
});
console.log(`${count} vertices within ${largest.toExponential(1)}`);
process.exitCode = count > 0 && largest <= Number(tolerance) ? 0 : 1;
