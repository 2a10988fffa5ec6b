// The page as people use it: `node page.mjs BROWSER PAGE ANIM FIXTURES PICTURES`.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, extname, join, relative } from "node:path";
import { after, test } from "node:test";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { border, drop, launch, open, opened, serve, shown, viewer } from "./browser.mjs";
import { fixtures, run } from "./command.mjs";
import { views } from "./views.mjs";

const [executable, folder, anim, root, pictures] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const server = await serve(folder);
const outside = await border();
const browser = await launch(executable, outside);
const temporary = mkdtempSync(join(tmpdir(), "anim-web-"));
after(async () => {
  await browser.close();
  outside.close();
  server.close();
  rmSync(temporary, { recursive: true });
});
const all = fixtures(root);
const extensions = new Set(JSON.parse(run(anim, "formats", "--json")).formats.flatMap(({ extensions }) => extensions));
/** What the command made, by what it was asked for. */
const made = new Map();
const PHONE = { width: 390, height: 780, phone: true };

/** What the page may take on the way to a browser until a file is seen, compressed as most servers do, which is by gzip. */
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
  const largest = Math.max(...pieces.filter((name) => !name.includes(".make.")).map((name) => sizes.get(name).gzip));
  assert.ok(sum(start, "gzip") + largest <= MOST, `${sum(start, "gzip")} and ${largest}`);
});

function compressed(bytes) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return { gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes, { params }).length };
}

for (const { format, folder } of all) {
  test(`${format}: a file needs the piece of its format, and one that is made its own and the last piece`, { skip }, async () => {
    const { page, close } = await open(browser, server.origin);
    const loaded = () => page.workers()[0].evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name.split("/").at(-1)).filter((name) => /^anim_bg\..+\.wasm$/.test(name)));
    await drop(page, [folder]);
    for (const path of await known(page)) {
      await page.select("#file", path);
      await opened(page, path);
      assert.deepEqual(await loaded(), [`anim_bg.${format}.wasm`], path);
    }
    await converts(page, join(folder, "..", await page.$eval("#file", ({ value }) => value)), "glb");
    assert.deepEqual((await loaded()).toSorted(), [...new Set([format, "gltf", "make"])].map((name) => `anim_bg.${name}.wasm`).toSorted());
    await close();
  });
}

for (const [device, size] of [["desktop", {}], ["phone", PHONE]]) {
  for (const { format, folder } of all) {
    test(`${format} on a ${device}: dropped, played, scrubbed, compared, converted, downloaded`, async () => {
      const { page, complaints, close } = await open(browser, server.origin, size);
      await drop(page, [folder]);
      const names = await known(page);
      const readable = readableIn(folder);
      assert.deepEqual(names, [...readable.keys()].toSorted(), "all that the command reads");
      const done = { played: 0, compared: 0, converted: 0 };
      for (const path of names) {
        await page.select("#file", path);
        await opened(page, path);
        done.played += await plays(page, join(folder, "..", path), readable.get(path), size.phone);
        done.compared += await compares(page, path, readable);
        done.converted += await converts(page, join(folder, "..", path), "glb");
        // The size of the page does not depend on the file, so before publishing alone all of them are tried on a phone too.
        if (size.phone && !process.env.PUBLISHED && Object.values(done).every((count) => count > 0)) break;
      }
      for (const [what, count] of Object.entries(done)) assert.ok(count > 0, `nothing was ${what}`);
      assert.deepEqual(complaints, []);
      await close();
    });
  }
}

/** The clips of each file in a folder that the command reads, by the path that the page has for it. */
function readableIn(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
  const known = JSON.parse(run(anim, "info", "--json", ...files)).files.filter(({ format }) => format !== null);
  // A table has an extension that says nothing: it is read beside the others.
  const named = known.filter(({ path }) => extensions.has(extname(path).slice(1)));
  return new Map(named.map(({ path, clips }) => [relative(dirname(folder), path), clips]));
}

/** The files that can be chosen. A single one is open. */
async function known(page) {
  await page.waitForFunction(() => document.getElementById("file").options.length > 0 && document.getElementById("work").hidden);
  return page.$$eval("#file option", (options) => options.map(({ value }) => value));
}

/** Plays in the frame and scrubs to the middle, where nodes are as `anim pose` has them. Answers how many clips there were to play. */
async function plays(page, path, clips, isPhone) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const frame = await shown(page, [name]);
  if (clips.length === 0) return 0;
  const { lastFrame, duration } = await frame.evaluate(() => ({ lastFrame: window.viewer.player.lastFrame, duration: window.viewer.player.duration }));
  assert.ok(Math.abs(duration - clips[0].duration) < 1e-9, `${path} lasts ${duration} s, not ${clips[0].duration} s`);
  if (lastFrame === 0) return 0;
  for (const isPlaying of [true, false]) {
    await pressed(() => (isPhone ? frame.tap("#play") : frame.click("#play")), () => frame.evaluate(() => window.viewer.player.playing), isPlaying);
    if (isPlaying) await frame.waitForFunction(() => window.viewer.player.time > 0);
  }
  // From the first frame, so that the press changes the scrubber wherever playing ended: between two frames poses are not the clip's.
  await frame.evaluate(() => window.viewer.player.stop(0));
  await frame.waitForFunction(() => document.getElementById("scrubber").value === "0");
  const box = await (await frame.$("#scrubber")).boundingBox();
  const middle = [box.x + box.width / 2, box.y + box.height / 2];
  await (isPhone ? page.touchscreen.tap(...middle) : page.mouse.click(...middle));
  const { time, at, world } = await frame.evaluate(() => ({ time: window.viewer.player.time, at: window.viewer.player.frame, world: window.viewer.pose().world }));
  assert.ok(Math.abs(at - lastFrame / 2) <= 1, `${path}: frame ${at} of ${lastFrame}`);
  const expected = JSON.parse(run(anim, "pose", path, "--clip", "0", "--times", String(time), "--json")).nodes.flatMap((node) => node.world);
  assert.equal(world.length, expected.length, path);
  const most = Math.max(1, ...expected.map(Math.abs));
  world.forEach((number, index) => assert.ok(Math.abs(number - expected[index]) <= 2e-6 * most, `${path} at ${time}: ${number} is not ${expected[index]}`));
  return 1;
}

/** Presses, again where a busy machine was so slow that a tap became a long press, which does nothing. */
async function pressed(press, state, wanted) {
  for (let tries = 0; (await state()) !== wanted; tries += 1) {
    assert.ok(tries < 8, "a press does nothing");
    await press();
    for (let waits = 0; waits < 40 && (await state()) !== wanted; waits += 1) await new Promise((done) => setTimeout(done, 50));
  }
}

/** Compares with the next file that has clips, and answers how many stand side by side, which what has no place in space does not. */
async function compares(page, path, readable) {
  const withClips = [...readable.keys()].filter((name) => readable.get(name).length > 0);
  const at = withClips.indexOf(path);
  const other = withClips[(at + 1) % withClips.length];
  if (at < 0 || other === path) return 0;
  const own = (path) => path.split("/").at(-1);
  await page.select("#other", other);
  const frame = await shown(page, [own(path), own(other)]);
  const actors = await frame.evaluate(() => window.viewer.actors());
  assert.equal(actors.length, 2, `${path} and ${other}`);
  await page.select("#other", "");
  await shown(page, [own(path)]);
  return actors[0].shift[0] === actors[1].shift[0] ? 0 : 1;
}

/** What the command makes of a file, once for all tests. */
function converted(path, target, words) {
  const key = [path, target, ...words].join(" ");
  if (!made.has(key)) {
    const own = mkdtempSync(join(temporary, "command-"));
    const report = JSON.parse(run(anim, "convert", path, ...words, "--to", target, "--out-dir", own, "--json")).files[0];
    made.set(key, { own, report });
  }
  return made.get(key);
}

/** Converts, downloads, and compares with what the command makes. Answers how many files there are. */
async function converts(page, path, target, words = []) {
  const { own, report } = converted(path, target, words);
  await page.select("#target", target);
  await page.$eval("#convert", (button) => button.click());
  await page.waitForFunction(() => document.getElementById("work").hidden && (!document.getElementById("result").hidden || !document.getElementById("error").hidden));
  if (report.error !== null) {
    assert.equal(await page.$eval("#error", ({ hidden }) => hidden), false, report.error);
    return 0;
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
    assert.ok(readFileSync(join(downloads, name)).equals(readFileSync(join(own, name))), name);
  }
  const { kept, approximated, dropped } = report.outputs[0].summary;
  const summary = await page.$eval("#summary", ({ textContent }) => textContent);
  assert.ok(summary.startsWith(`${kept} kept, ${approximated} approximated, ${dropped} dropped`), summary);
  assert.equal(await page.$$eval("#made a", (links) => links.length), names.length);
  return names.length;
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
  assert.deepEqual(await page.$$eval("#findings tbody td:last-child", (cells) => cells.map(({ textContent }) => textContent)), ["line 4, column 12"]);
  assert.equal(await page.$eval("#convert", (button) => button.checkVisibility()), false);
  await drop(page, [join(root, "bvh/valid/walk.bvh")]);
  await shown(page, ["walk.bvh"]);
  assert.equal(await page.$eval("#convert", (button) => button.checkVisibility()), true);
  assert.deepEqual(complaints, []);
  await close();
});

test("what has no file is refused in words", async () => {
  const { page, complaints, close } = await open(browser, server.origin);
  await drop(page, [mkdtempSync(join(temporary, "none-"))]);
  await page.waitForFunction(() => !document.getElementById("error").hidden);
  assert.equal(await page.$eval("#error", ({ textContent }) => textContent), "there is no file in what was dropped");
  assert.deepEqual(complaints, []);
  await close();
});

for (const [device, size] of [["desktop", {}], ["phone", PHONE]]) {
  test(`long names make the page no wider than a ${device}`, async () => {
    const { page, close } = await open(browser, server.origin, size);
    const long = join(mkdtempSync(join(temporary, "long-")), "words that go on and on ".repeat(5));
    mkdirSync(long);
    const text = readFileSync(join(root, "bvh/valid/walk.bvh"));
    for (const name of ["a", "b"]) writeFileSync(join(long, `${name}${"-word".repeat(20)}.bvh`), text);
    await drop(page, [long]);
    await known(page);
    const [width, most] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(width <= most, `${width} of ${most}`);
    await close();
  });
}

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

test("the page, its frame and its worker cannot send anything to another machine", async () => {
  const { page, close } = await open(browser, server.origin);
  await drop(page, [join(root, "tod/valid/walk.tod")]);
  const frame = await shown(page, ["walk.tod"]);
  const before = outside.sent.length;
  const ask = () => Promise.all(["http://other.test/fetch", "https://other.test/fetch"].map((url) => fetch(url, { mode: "no-cors" }).then(() => "sent", () => "refused")));
  for (const place of [page, frame, page.workers()[0]]) assert.deepEqual(await place.evaluate(ask), ["refused", "refused"]);
  await frame.evaluate(() => {
    new Image().src = "http://other.test/image";
    document.body.append(Object.assign(document.createElement("script"), { src: "http://other.test/script.js" }));
    navigator.sendBeacon("http://other.test/beacon", "words");
    location.href = "http://other.test/page";
  });
  await new Promise((done) => setTimeout(done, 300));
  assert.deepEqual(outside.sent.slice(before), []);
  await close();
  // What stands between would see it: from a page without a policy it does.
  const elsewhere = await serve(folder);
  after(() => elsewhere.close());
  const context = await browser.createBrowserContext();
  const free = await context.newPage();
  await free.goto(`${elsewhere.origin}style.css`);
  await free.evaluate(ask);
  assert.equal(outside.sent.length, before + 2);
  outside.sent.length = before;
  await context.close();
});

test("the package runs in a page and in a worker of one", async () => {
  const packed = await serve(join(folder, "../package"));
  after(() => packed.close());
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.goto(`${packed.origin}README.md`);
  const bytes = [...readFileSync(join(root, "tod/valid/walk.tod"))];
  const use = async (bytes, script) => {
    const { default: init, open } = await import(script);
    await init();
    const animation = open(new Uint8Array(bytes), "walk.tod");
    return [animation.info().clips[0].nodes, animation.convert("glb").files[0].bytes.length];
  };
  const script = `${packed.origin}anim.js`;
  const inPage = await page.evaluate(use, bytes, script);
  const inWorker = await page.evaluate((use, bytes, script) => new Promise((done, failed) => {
    const code = `(${use})(${JSON.stringify(bytes)}, ${JSON.stringify(script)}).then(postMessage)`;
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
    Object.assign(worker, { onmessage: ({ data }) => done(data), onerror: failed });
  }), use.toString(), bytes, script);
  assert.deepEqual(inPage, [18, readFileSync(join(converted(join(root, "tod/valid/walk.tod"), "glb", []).own, "walk.glb")).length]);
  assert.deepEqual(inWorker, inPage);
  await context.close();
});

views({ browser, origin: server.origin, root, temporary, converts, isPublished: Boolean(process.env.PUBLISHED) });

for (const [name, size] of [["light", {}], ["dark", { dark: true }], ["phone", PHONE]]) {
  test(`axe finds nothing: ${name}`, async () => {
    const { page, close } = await open(browser, server.origin, size);
    const violations = async (place = page) => {
      await place.evaluate(axe);
      const { violations } = await place.evaluate(() => window.axe.run(document, { iframes: false }));
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
    assert.deepEqual(await violations(await viewer(page)), []);
    await page.$eval("#convert", (button) => button.replaceChildren());
    assert.match(`${await violations()}`, /button-name/, "a button without a name is found");
    const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(width[0] <= width[1], `${width}`);
    await close();
  });
}

test("in all of this nothing was sent to another machine, and of this one only files were asked for", () => {
  assert.deepEqual(outside.sent, []);
  assert.deepEqual(server.odd, []);
});
