// Runs every check on every page: `node main.mjs BROWSER NAME…`, with NAME.html and the poses of its first clip next to it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { accessible } from "./access.mjs";
import { launch, open, picture, settle } from "./browser.mjs";
import { chartChecks } from "./charts.mjs";
import { checks } from "./checks.mjs";
import { edgeChecks, graphChecks } from "./graph.mjs";
import { comparedChecks, unlikeChecks } from "./compared.mjs";
import { frameRate, loading } from "./large.mjs";
import { limitChecks } from "./limits.mjs";
import { meshChecks } from "./meshes.mjs";
import { phoneChecks } from "./phone.mjs";
import { blocksChecks, gateChecks } from "./states.mjs";

const [executable, ...names] = process.argv.slice(2);
const browser = await launch(executable);
let failures = 0;

try {
  for (const name of names) {
    const file = resolve(`${name}.html`);
    const keys = poses(`${name}.pose.jsonl`);
    await run(name, checks, await open(browser, file), { keys });
    await run(`${name} on a phone`, phoneChecks, await open(browser, file, { width: 390, height: 780, phone: true }), { keys });
  }
  await clips(resolve("several.html"));
  const others = { graph: graphChecks, gate: gateChecks, blocks: blocksChecks, skinned: meshChecks, compared: comparedChecks, unlike: unlikeChecks, charts: chartChecks, ...limitChecks };
  for (const [name, all] of Object.entries(others)) {
    await run(name, all, await open(browser, resolve(`${name}.html`)), { keys: [] });
  }
  for (const name of ["graph", "gate", "blocks"]) {
    for (const [device, size] of [["desktop", {}], ["small window", { width: 1000, height: 700 }], ["phone", { width: 390, height: 780, phone: true }]]) {
      await run(`${name}, ${device}`, edgeChecks, await open(browser, resolve(`${name}.html`), size), { keys: [] });
    }
  }
  await attempt("crowd: 10,000 nodes play", () => frameRate(browser, resolve("crowd.html")));
  await attempt("clips: a page of 100 clips is small and loads soon", () => loading(browser, resolve("clips.html")));
  for (const name of ["walk", "capture", "gate", "skinned", "compared"]) await access(name);
  await withoutSpace(resolve("walk.html"));
} finally {
  await browser.close();
}
process.exitCode = failures > 0 ? 1 : 0;

function poses(file) {
  return readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
}

async function run(name, all, { page, complaints }, { keys }) {
  // A page steps through a clip without a rate by 1/60 s.
  const hasRate = await page.evaluate(() => window.viewer.player.clip.hasRate);
  const frames = hasRate || keys.length === 0 ? keys : poses(`${name.split(" ")[0]}.sixty.jsonl`);
  for (const [rule, check] of Object.entries(all)) {
    await attempt(`${name}: ${rule}`, () => check(page, { frames, keys }));
  }
  await attempt(`${name}: nothing is complained of, nothing is loaded`, () => assert.deepEqual(complaints, []));
  await page.close();
}

/** A page of several clips shows each. */
async function clips(file) {
  const { page, complaints } = await open(browser, file);
  const choices = await page.$$eval("#clip option", (options) => options.map(({ value, textContent }) => [value, textContent]));
  await attempt("several: every clip can be chosen", async () => {
    assert.equal(choices.length, 3);
    const pictures = new Set();
    for (const [value, name] of choices) {
      await page.select("#clip", value);
      await settle(page);
      assert.equal(await page.evaluate(() => window.viewer.player.clip.name), name);
      pictures.add(await picture(page));
    }
    assert.equal(pictures.size, 3);
    assert.deepEqual(complaints, []);
  });
}

/** Everyone can use a page: light, dark, and on a phone with each panel. */
async function access(name) {
  for (const phone of [false, true]) {
    const { page } = await open(browser, resolve(`${name}.html`), phone ? { width: 390, height: 780, phone } : {});
    for (const value of ["light", "dark"]) {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
      await attempt(`${name}, ${value}${phone ? ", phone" : ""}: axe-core finds nothing`, () => accessible(page));
    }
    await page.close();
  }
}

/** A browser without WebGL 2 is told so, and the rest of the page works. */
async function withoutSpace(file) {
  await attempt("without WebGL 2 the page says so, and plays", async () => {
    const page = await browser.newPage();
    await page.evaluateOnNewDocument(() => {
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind === "webgl2" ? null : getContext.call(this, kind, ...rest);
      };
    });
    await page.goto(pathToFileURL(file).href);
    await settle(page);
    assert.equal(await page.$eval("#no-space", ({ hidden }) => hidden), false);
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => window.viewer.player.frame), 1);
    await page.close();
  });
}

async function attempt(rule, check) {
  try {
    const told = await check();
    console.log(`  ${rule}${typeof told === "string" ? `: ${told}` : ""}`);
  } catch (error) {
    failures += 1;
    console.log(`FAILED ${rule}\n${error.message}\n${error.stack.split("\n").filter((line) => line.includes("file:")).join("\n")}`);
  }
}
