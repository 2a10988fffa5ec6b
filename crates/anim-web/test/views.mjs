// What the page shows besides the clips of one file: scenes at rest, two files, clips after operations, files of 100 MB.

import assert from "node:assert/strict";
import { copyFileSync, createWriteStream, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { box } from "./box.mjs";
import { drop, open, opened, viewer } from "./browser.mjs";

export function views({ browser, origin, root, temporary, converts, isPublished }) {
  const fixture = (name) => join(root, name);

  test("a GLB without animations is shown at rest, with its picture", async () => {
    const { page, complaints, close } = await open(browser, origin);
    const path = join(temporary, "box.glb");
    writeFileSync(path, box());
    await drop(page, [path]);
    await opened(page, "box.glb");
    const frame = await viewer(page);
    const [red, green] = await pixels(frame);
    // The light makes colours darker, and turns none into another.
    assert.ok(red[0] > 60 && red[0] > 3 * red[1] && red[0] > 3 * red[2], `left: ${red}`);
    assert.ok(green[1] > 60 && green[1] > 3 * green[0] && green[1] > 3 * green[2], `right: ${green}`);
    assert.deepEqual(complaints, []);
    await close();
  });

  test("two files that are dropped are compared, and any other can be chosen", async () => {
    const { page, complaints, close } = await open(browser, origin);
    await drop(page, ["tod/valid/walk.tod", "tod/valid/spin.tod"].map(fixture));
    await opened(page, "spin.tod");
    await settled(page);
    assert.equal(await page.$eval("#other", ({ value }) => value), "walk.tod");
    assert.deepEqual(await shown(page), ["spin.tod", "walk.tod"]);
    await page.select("#other", "");
    await settled(page);
    assert.deepEqual(await shown(page), ["spin.tod"]);
    const [chooser] = await Promise.all([page.waitForFileChooser(), page.click("#choose-other")]);
    await chooser.accept([fixture("bvh/valid/walk.bvh")]);
    await page.waitForFunction(() => document.getElementById("other").value === "walk.bvh");
    await settled(page);
    assert.deepEqual(await shown(page), ["spin.tod", "walk.bvh"]);
    assert.deepEqual(complaints, []);
    await close();
  });

  test("operations are added and removed, seen, in the address, and in what is made", async () => {
    const { page, complaints, close } = await open(browser, origin);
    const path = fixture("bvh/valid/walk.bvh");
    await drop(page, [path]);
    await opened(page, "walk.bvh");
    const whole = await length(page);
    await add(page, "speed", "2");
    assert.ok(Math.abs((await length(page)) - whole / 2) < 1e-6);
    await add(page, "reverse");
    assert.equal(await page.evaluate(() => location.hash), "#to=glb&do.speed=2&do.reverse=");
    await converts(page, path, "glb", ["--speed", "2", "--reverse"]);
    await page.click("#steps button");
    await settled(page);
    assert.ok(Math.abs((await length(page)) - whole) < 1e-6);
    await add(page, "select", "nothing of this name");
    assert.match(await page.$eval("#error", ({ textContent, hidden }) => (hidden ? "" : textContent)), /nothing of this name/);
    assert.deepEqual(complaints, []);
    const other = await open(browser, origin, {}, "#do.speed=2");
    await drop(other.page, [path]);
    await opened(other.page, "walk.bvh");
    assert.ok(Math.abs((await length(other.page)) - whole / 2) < 1e-6);
    await other.close();
    await close();
  });

  test("after a call was cancelled the file is read again when it is needed", async () => {
    const { page, complaints, close } = await open(browser, origin);
    const path = fixture("bvh/valid/walk.bvh");
    await drop(page, [path]);
    await opened(page, "walk.bvh");
    await page.evaluate(async () => {
      document.getElementById("convert").click();
      await new Promise((done) => setTimeout(done));
      document.getElementById("cancel").click();
    });
    await settled(page);
    await converts(page, path, "glb");
    assert.deepEqual(complaints, []);
    await close();
  });

  test("of files that are chosen one after the other, the last is shown and converted", async () => {
    const { page, complaints, close } = await open(browser, origin);
    const folder = mkdtempSync(join(temporary, "chosen-"));
    const [last, long] = ["last.bvh", "long.bvh"].map((name) => join(folder, name));
    copyFileSync(fixture("bvh/valid/walk.bvh"), last);
    await large(long, last, 3e6);
    await drop(page, [folder]);
    await opened(page, "last.bvh");
    await page.$eval("#file", (chosen) => {
      for (const name of ["long.bvh", "last.bvh"]) {
        chosen.value = [...chosen.options].find(({ value }) => value.endsWith(name)).value;
        chosen.dispatchEvent(new Event("change"));
      }
    });
    assert.equal(await page.$eval("#work", ({ hidden }) => hidden), false);
    await opened(page, "last.bvh");
    await converts(page, last, "glb");
    // What is done for the other file would be seen by then.
    await new Promise((done) => setTimeout(done, 2000));
    assert.deepEqual(await shown(page), ["last.bvh"]);
    assert.match(await page.$eval("#made", ({ textContent }) => textContent), /^last\.glb/);
    assert.deepEqual(complaints, []);
    await close();
  });

  // What is built for tests is too slow to read all of it.
  const title = isPublished ? "100 MB do not freeze the page, are cancelled, and are opened to their end" : "100 MB do not freeze the page, and are cancelled";

  test(title, { timeout: 600_000 }, async () => {
    const path = join(temporary, "large.bvh");
    await large(path, fixture("bvh/valid/walk.bvh"), 100e6);
    const { page, complaints, close } = await open(browser, origin);
    page.setDefaultTimeout(500_000);
    await page.evaluate(() => {
      window.gap = 0;
      let last = performance.now();
      setInterval(() => {
        const now = performance.now();
        window.gap = Math.max(window.gap, now - last);
        last = now;
      }, 10);
    });
    await drop(page, [path]);
    await page.waitForFunction(() => document.getElementById("stage").textContent.startsWith("Opening"));
    await new Promise((done) => setTimeout(done, 500));
    await page.click("#cancel");
    await settled(page);
    if (isPublished) await toItsEnd(page, path);
    const gap = await page.evaluate(() => window.gap);
    assert.ok(gap < 1000, `the page did not answer for ${gap} ms`);
    assert.deepEqual(complaints, []);
    await close();
  });
}

/** Opens a file that is too long to be shown at once. */
async function toItsEnd(page, path) {
  const begun = Date.now();
  await drop(page, [path]);
  await opened(page, "large.bvh");
  await viewer(page);
  const seconds = (Date.now() - begun) / 1000;
  console.log(`100 MB: seen after ${seconds} s, the page answered within ${Math.round(await page.evaluate(() => window.gap))} ms`);
  const text = await page.$eval("main", ({ innerText }) => innerText);
  assert.match(text, /Biovision Hierarchy, 100\.\d MB, 1 clip/);
  assert.match(await page.$eval("#part", ({ textContent, hidden }) => (hidden ? "" : textContent)), /its first [\d.e+]+ s/);
}

/** A walk that goes on for a number of bytes. */
async function large(path, walk, size) {
  const [head, motion] = readFileSync(walk, "utf8").split(/Frames:.*\n/);
  const [time, ...frames] = motion.trim().split("\n");
  const part = Buffer.from(`${frames.join("\n")}\n`);
  const times = Math.ceil(size / part.length);
  const out = createWriteStream(path);
  out.write(`${head}Frames: ${times * frames.length}\n${time}\n`);
  for (let index = 0; index < times; index += 1) if (!out.write(part)) await new Promise((done) => out.once("drain", done));
  await new Promise((done) => out.end(done));
}

/** Waits until nothing is being done. */
function settled(page) {
  return page.waitForFunction(() => document.getElementById("work").hidden);
}

async function add(page, name, value) {
  await page.$eval("#adding", (adding) => (adding.open = true));
  await page.select("#operation-name", name);
  if (value !== undefined) await page.type("#argument input", value);
  await page.click("#operation button");
  await settled(page);
}

/** The names of the files in the viewer. */
async function shown(page) {
  const frame = await viewer(page);
  return frame.evaluate(() => JSON.parse(document.getElementById("data").textContent).files);
}

async function length(page) {
  const frame = await viewer(page);
  return frame.evaluate(() => JSON.parse(document.getElementById("data").textContent).clips[0].duration);
}

/** The colours left and right on the side of the box that looks to +Z. */
async function pixels(frame) {
  // The picture is decoded after the page is there.
  await new Promise((done) => setTimeout(done, 500));
  return frame.evaluate(() => {
    const canvas = document.getElementById("canvas");
    const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const ratio = canvas.width / canvas.clientWidth;
    return [-0.6, 0.6].map((across) => {
      const [x, y] = window.viewer.project([across, 0.4, 1]);
      return [...context.getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1).data];
    });
  });
}
