// Pictures of a GLB as three.js and Babylon.js show it, and of a page of `anim view`, in headless Chromium.
//
//     node browser.mjs BROWSER MODULES FIGURE.glb PAGE.html FOLDER
//
// MODULES has the packages of xtask/conformance/package.json, and this script's own folder puppeteer-core.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

const [executablePath, modules, figure, page, folder] = process.argv.slice(2);
const SIZE = 400;
// A time at which the feet are far apart.
const TIME = 0.25;

const THREE = `<!doctype html><style>body { margin: 0 }</style>
<script type="importmap">{"imports": {"three": "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/"}}</script>
<script type="module">
  import * as THREE from "three";
  import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
  const gltf = await new GLTFLoader().loadAsync("/figure.glb");
  const scene = new THREE.Scene();
  scene.background = new THREE.Color(0xf2f4f7);
  const sun = new THREE.DirectionalLight(0xffffff, 3);
  sun.position.set(2, 4, 3);
  scene.add(gltf.scene, sun, new THREE.AmbientLight(0xffffff, 1), new THREE.GridHelper(4, 16, 0x888888, 0xcccccc));
  // The program's own skeleton, over the mesh that represents it.
  const bones = new THREE.SkeletonHelper(gltf.scene);
  bones.material.depthTest = false;
  scene.add(bones);
  const mixer = new THREE.AnimationMixer(gltf.scene);
  for (const clip of gltf.animations) mixer.clipAction(clip).play();
  mixer.setTime(${TIME});
  const camera = new THREE.PerspectiveCamera(32, 1, 0.1, 100);
  camera.position.set(1.9, 1.5, 3.1);
  camera.lookAt(0, 0.85, 0);
  const renderer = new THREE.WebGLRenderer({ antialias: true });
  renderer.setSize(${SIZE}, ${SIZE});
  document.body.append(renderer.domElement);
  renderer.render(scene, camera);
  document.title = "shown";
</script>`;

const BABYLON = `<!doctype html><style>body { margin: 0 }</style><canvas width="${SIZE}" height="${SIZE}"></canvas>
<script src="/babylonjs/babylon.js"></script><script src="/babylonjs-loaders/babylonjs.loaders.min.js"></script>
<script>
  (async () => {
    BABYLON.SceneLoader.ShowLoadingScreen = false;
    const engine = new BABYLON.Engine(document.querySelector("canvas"), true, { preserveDrawingBuffer: true });
    const scene = new BABYLON.Scene(engine);
    scene.useRightHandedSystem = true;
    scene.clearColor = BABYLON.Color4.FromHexString("#f2f4f7ff");
    await BABYLON.AppendSceneAsync("/figure.glb", scene);
    const sun = new BABYLON.DirectionalLight("sun", new BABYLON.Vector3(-2, -4, -3), scene);
    sun.intensity = 1.6;
    const sky = new BABYLON.HemisphericLight("sky", BABYLON.Vector3.Up(), scene);
    sky.intensity = 0.5;
    sky.groundColor = BABYLON.Color3.Gray();
    const ground = BABYLON.MeshBuilder.CreateGround("ground", { width: 4, height: 4, subdivisions: 16 }, scene);
    ground.material = new BABYLON.StandardMaterial("lines", scene);
    ground.material.wireframe = true;
    ground.material.emissiveColor = BABYLON.Color3.FromHexString("#b8bcc4");
    ground.material.disableLighting = true;
    for (const group of scene.animationGroups) {
      group.start();
      group.pause();
      group.goToFrame(${TIME} * 60);
    }
    for (const skeleton of scene.skeletons) {
      const mesh = scene.meshes.find((mesh) => mesh.skeleton === skeleton);
      const viewer = new BABYLON.SkeletonViewer(skeleton, mesh, scene);
      viewer.isEnabled = true;
    }
    const camera = new BABYLON.FreeCamera("camera", new BABYLON.Vector3(1.9, 1.5, 3.1), scene);
    camera.setTarget(new BABYLON.Vector3(0, 0.85, 0));
    camera.fov = (32 * Math.PI) / 180;
    camera.minZ = 0.1;
    await scene.whenReadyAsync();
    scene.render();
    scene.render();
    document.title = "shown";
  })();
</script>`;

const server = createServer(async (request, response) => {
  const own = { "/three.html": THREE, "/babylon.html": BABYLON }[request.url];
  const file = request.url === "/figure.glb" ? figure : join(modules, request.url);
  try {
    const body = own ?? (await readFile(file));
    response.setHeader("Content-Type", own ? "text/html" : request.url.endsWith("js") ? "text/javascript" : "model/gltf-binary");
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox", "--enable-unsafe-swiftshader"] });
try {
  for (const [name, url] of [["three.js", "/three.html"], ["babylon.js", "/babylon.html"]]) {
    const tab = await browser.newPage();
    tab.on("console", (message) => console.log(`${name}: ${message.text()}`));
    tab.on("pageerror", (error) => console.log(`${name}: ${error.message}`));
    await tab.setViewport({ width: SIZE, height: SIZE });
    await tab.goto(origin + url);
    await tab.waitForFunction(() => document.title === "shown", { timeout: 60_000 });
    await tab.screenshot({ path: join(folder, `${name}.png`) });
  }
  const tab = await browser.newPage();
  await tab.setViewport({ width: 860, height: 520 });
  await tab.goto(pathToFileURL(resolve(page)).href);
  await tab.evaluate((time) => {
    window.viewer.player.pause();
    window.viewer.player.seek(time);
  }, TIME);
  await new Promise((done) => setTimeout(done, 500));
  await tab.screenshot({ path: join(folder, "anim-view.png") });
} finally {
  await browser.close();
  server.close();
}
