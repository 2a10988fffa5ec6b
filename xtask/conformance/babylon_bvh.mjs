// Poses of BVHs as Babylon.js reads them.
//
//     node babylon_bvh.mjs JOBS.json
//
// Times are those of frames. End sites are left out.

import { createRequire } from "node:module";
import { frameTime, rows, run } from "./jobs.mjs";

const require = createRequire(import.meta.url);
const { LoadAssetContainerAsync, Logger, NullEngine, Scene } = require("babylonjs");
require("babylonjs-loaders");
Logger.LogLevels = Logger.ErrorLogLevel;

const engine = new NullEngine();
await run(async (bytes) => {
  const scene = new Scene(engine);
  scene.useRightHandedSystem = true;
  const text = bytes.toString();
  const loaded = await LoadAssetContainerAsync(`data:${text}`, scene, { pluginExtension: ".bvh" });
  const [skeleton] = loaded.skeletons;
  loaded.addAllToScene();
  const animation = scene.beginAnimation(skeleton, 0, Number.MAX_SAFE_INTEGER);
  animation.pause();
  const seconds = frameTime(text);
  const bones = skeleton.bones.filter((bone) => bone.name !== "ENDSITE");
  return (time) => {
    animation.goToFrame(Math.round(time / seconds));
    skeleton.prepare(true);
    return bones.map((bone) => ({
      name: bone.name,
      local: rows(bone.getLocalMatrix().toArray()),
      world: rows(bone.getFinalMatrix().toArray()),
    }));
  };
});
