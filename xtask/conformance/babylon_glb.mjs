// Poses of GLBs as Babylon.js plays their animations.
//
//     node babylon_glb.mjs JOBS.json

import { createRequire } from "node:module";
import { rows, run } from "./jobs.mjs";

const require = createRequire(import.meta.url);
const { LoadAssetContainerAsync, Logger, Matrix, NullEngine, Quaternion, Scene } = require("babylonjs");
require("babylonjs-loaders");
Logger.LogLevels = Logger.ErrorLogLevel;

// The loader converts seconds to frames.
const RATE = 60;

const engine = new NullEngine();
await run(async (bytes) => {
  const scene = new Scene(engine);
  scene.useRightHandedSystem = true;
  const loaded = await LoadAssetContainerAsync(new Uint8Array(bytes), scene, { pluginExtension: ".glb" });
  loaded.addAllToScene();
  const nodes = [...loaded.transformNodes, ...loaded.meshes];
  for (const group of loaded.animationGroups) {
    group.start();
    group.pause();
  }
  return (time) => {
    for (const group of loaded.animationGroups) group.goToFrame(time * RATE);
    return nodes.map((node) => ({
      name: node.name,
      local: rows(local(node).toArray()),
      world: rows(node.computeWorldMatrix(true).toArray()),
    }));
  };
});

function local({ scaling, rotationQuaternion, position }) {
  return Matrix.Compose(scaling, rotationQuaternion ?? Quaternion.Identity(), position);
}
