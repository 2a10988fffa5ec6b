// The page as people use it: `node page.mjs BROWSER PAGE ANIM FIXTURES PICTURES`.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { sameFile } from "./alike.mjs";
import { drop, launch, open, opened, serve, viewer } from "./browser.mjs";
import { fixtures, run } from "./command.mjs";
import { views } from "./views.mjs";

const [executable, folder, anim, root, pictures] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const server = await serve(folder);
const browser = await launch(executable);
const temporary = mkdtempSync(join(tmpdir(), "anim-web-"));
after(async () => {
  await browser.close();
  server.close();
  rmSync(temporary, { recursive: true });
});
const all = fixtures(root);
const PHONE = { width: 390, height: 780, phone: true };

/** What the page may take on the way to a browser until a file is seen, compressed by Brotli at its best. */
const MOST = 500_000;

const skip = !process.env.PUBLISHED && "what is built for tests is larger, and in one piece";

test(`code and data take at most ${MOST} bytes until a file of any format is seen`, { skip }, () => {
  const sizes = new Map(readdirSync(folder).map((name) => [name, compressed(readFileSync(join(folder, name)))]));
  const sum = (names, by) => names.reduce((sum, name) => sum + sizes.get(name)[by], 0);
  const pieces = [...sizes.keys()].filter((name) => /^anim_bg\..+\.wasm$/.test(name));
  const start = [...sizes.keys()].filter((name) => !pieces.includes(name));
  for (const by of ["gzip", "brotli"]) {
    const each = pieces.map((name) => `${name.split(".")[1]} ${sizes.get(name)[by]}`).join(", ");
    console.log(`${by}: the start ${sum(start, by)}, of which the module ${sizes.get("anim_bg.wasm")[by]}; then ${each}; all ${sum([...sizes.keys()], by)}`);
  }
  assert.equal(pieces.length, all.length + 1);
  const largest = Math.max(...pieces.filter((name) => !name.includes(".make.")).map((name) => sizes.get(name).brotli));
  assert.ok(sum(start, "brotli") + largest <= MOST, `${sum(start, "brotli")} and ${largest}`);
});

function compressed(bytes) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return { gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes, { params }).length };
}

for (const { format, files } of all) {
  test(`${format}: a file needs the piece of its format, and one that is made the last piece`, { skip }, async () => {
    const { page, close } = await open(browser, server.origin);
    const [path] = files.filter((path) => !/\.(csv|skel|bin|jsonl|txt|md)$/.test(path));
    await drop(page, [path]);
    await page.waitForFunction(() => document.getElementById("work").hidden && document.getElementById("file").options.length > 0);
    const loaded = () => page.workers()[0].evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name.split("/").at(-1)).filter((name) => /^anim_bg\..+\.wasm$/.test(name)));
    assert.deepEqual(await loaded(), [`anim_bg.${format}.wasm`], path);
    await close();
  });
}

for (const [device, size] of [["desktop", {}], ["phone", PHONE]]) {
  for (const { format, folder } of all) {
    test(`${format} on a ${device}: dropped, played, converted, downloaded`, async () => {
      const { page, complaints, close } = await open(browser, server.origin, size);
      await drop(page, [folder]);
      const names = await known(page);
      for (const path of size.phone ? names.slice(0, 1) : names) {
        await page.select("#file", path);
        await opened(page, path);
        await plays(page);
        await converts(page, join(folder, "..", path), "glb");
      }
      assert.deepEqual(complaints, []);
      await close();
    });
  }
}

/** The files that can be chosen. A single one is open. */
async function known(page) {
  await page.waitForFunction(() => document.getElementById("file").options.length > 0 && document.getElementById("work").hidden);
  return page.$$eval("#file option", (options) => options.map(({ value }) => value));
}

/** Plays and scrubs in the frame. */
async function plays(page) {
  const frame = await viewer(page);
  if (!(await frame.evaluate(() => window.viewer.player.lastFrame > 0))) return;
  await frame.evaluate(() => document.getElementById("play").click());
  const first = await frame.evaluate(() => window.viewer.player.playing);
  await frame.evaluate(() => document.getElementById("play").click());
  assert.notEqual(await frame.evaluate(() => window.viewer.player.playing), first);
  const moved = await frame.evaluate(() => {
    const scrubber = document.getElementById("scrubber");
    scrubber.value = scrubber.max;
    scrubber.dispatchEvent(new Event("input", { bubbles: true }));
    return window.viewer.player.time;
  });
  assert.ok(moved > 0, `${moved}`);
}

/** Converts, downloads, and compares with what the command makes. */
async function converts(page, path, target, words = []) {
  const own = mkdtempSync(join(temporary, "command-"));
  const report = JSON.parse(run(anim, "convert", path, ...words, "--to", target, "--out-dir", own, "--json")).files[0];
  await page.select("#target", target);
  await page.$eval("#convert", (button) => button.click());
  await page.waitForFunction(() => document.getElementById("work").hidden && (!document.getElementById("result").hidden || !document.getElementById("error").hidden));
  if (report.error !== null) {
    assert.equal(await page.$eval("#error", ({ hidden }) => hidden), false, report.error);
    return;
  }
  const refused = await page.$eval("#error", ({ textContent, hidden }) => (hidden ? "" : textContent));
  assert.equal(refused, "");
  const downloads = mkdtempSync(join(temporary, "page-"));
  const session = await page.createCDPSession();
  const context = page.browserContext().id;
  await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: downloads, browserContextId: context });
  await page.$$eval("#made a", (links) => links.forEach((link) => link.click()));
  const names = readdirSync(own);
  for (const name of names) {
    await until(() => isComplete(downloads, name));
    sameFile(readFileSync(join(downloads, name)), readFileSync(join(own, name)), name);
  }
  const { kept, approximated, dropped } = report.outputs[0].summary;
  const summary = await page.$eval("#summary", ({ textContent }) => textContent);
  assert.ok(summary.startsWith(`${kept} kept, ${approximated} approximated, ${dropped} dropped`), summary);
}

/** A browser keeps the place of a file that is not complete yet. */
function isComplete(downloads, name) {
  const others = readdirSync(downloads).filter((other) => other.endsWith(".crdownload"));
  return others.length === 0 && existsSync(join(downloads, name)) && statSync(join(downloads, name)).size > 0;
}

async function until(holds) {
  for (let tries = 0; !holds(); tries += 1) {
    assert.ok(tries < 400, "nothing comes");
    await new Promise((done) => setTimeout(done, 25));
  }
}

test("findings have their places, also of a file that cannot be opened", async () => {
  const { page, complaints, close } = await open(browser, server.origin);
  const path = join(temporary, "wrong.bvh");
  writeFileSync(path, "HIERARCHY\nROOT hip\n{\n  OFFSET 0 zero 0\n}\n");
  await drop(page, [path]);
  await page.waitForFunction(() => document.getElementById("work").hidden && !(document.getElementById("error").hidden && document.getElementById("open").hidden));
  const text = await page.$eval("main", ({ innerText }) => innerText);
  assert.match(text, /bvh::/);
  assert.match(text, /line 4, column 12/);
  assert.deepEqual(complaints, []);
  await close();
});

test("options are in the address, and an address has them", async () => {
  const { page, close } = await open(browser, server.origin);
  await drop(page, [join(root, "tod/valid/walk.tod")]);
  await opened(page, "walk.tod");
  await page.$eval("#source-options [data-key=mode]", (field) => {
    field.value = "ideal";
    field.dispatchEvent(new Event("change"));
  });
  await opened(page, "walk.tod");
  await page.select("#target", "bvh");
  const hash = await page.evaluate(() => location.hash);
  assert.equal(hash, "#to=bvh&from.mode=ideal");
  const other = await open(browser, server.origin, {}, hash);
  await drop(other.page, [join(root, "tod/valid/walk.tod")]);
  await opened(other.page, "walk.tod");
  assert.deepEqual(await other.page.$$eval("#target, [data-key=mode]", (fields) => fields.map(({ value }) => value)), ["ideal", "bvh"]);
  await other.close();
  await close();
});

test("the page works without a network once it was loaded", async () => {
  const gone = await serve(folder);
  const { page, close } = await open(browser, gone.origin);
  await page.evaluate(() => navigator.serviceWorker.ready);
  gone.close();
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await drop(page, [join(root, "bvh/valid/walk.bvh")]);
  await opened(page, "walk.bvh");
  await close();
});

views({ browser, origin: server.origin, root, temporary, converts, isPublished: Boolean(process.env.PUBLISHED) });

for (const [name, size] of [["light", {}], ["dark", { dark: true }], ["phone", PHONE]]) {
  test(`axe finds nothing: ${name}`, async () => {
    const { page, close } = await open(browser, server.origin, size);
    const violations = async () => {
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run(document, { iframes: false }));
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    };
    assert.deepEqual(await violations(), []);
    await drop(page, [join(root, "tod/valid")]);
    await known(page);
    await page.select("#file", "valid/walk.tod");
    await opened(page, "walk.tod");
    await (await viewer(page)).evaluate(() => window.viewer.player.seek(0.25));
    await page.screenshot({ path: join(pictures, `${name}.png`) });
    await page.$$eval("details", (all) => all.forEach((details) => (details.open = true)));
    await converts(page, join(root, "tod/valid/walk.tod"), "bvh");
    assert.deepEqual(await violations(), []);
    const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(width[0] <= width[1], `${width}`);
    await close();
  });
}
