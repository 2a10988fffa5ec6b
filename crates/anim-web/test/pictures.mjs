// The pictures of the documentation: `node pictures.mjs BROWSER PAGE ANIM FIXTURES FOLDER`.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drop, launch, open, opened, serve, viewer } from "./browser.mjs";
import { run } from "./command.mjs";

const [executable, folder, anim, root, docs] = process.argv.slice(2);
const walk = join(root, "tod/valid/walk.tod");
/** When both feet are far from each other. */
const TIME = 0.25;

const temporary = mkdtempSync(join(tmpdir(), "anim-pictures-"));
const server = await serve(folder);
const browser = await launch(executable);
try {
  const { page, close } = await open(browser, server.origin);
  await drop(page, [walk]);
  await opened(page, "walk.tod");
  await taken(page, await viewer(page), "page.png");
  await close();

  const made = await serve(temporary);
  run(anim, "convert", walk, "-o", join(temporary, "walk.glb"));
  run(anim, "view", join(temporary, "walk.glb"), "-o", join(temporary, "index.html"));
  const own = await browser.newPage();
  await own.setViewport({ width: 860, height: 526 });
  await own.goto(made.origin);
  await own.waitForFunction(() => window.viewer?.player !== undefined);
  await taken(own, own, "receiver-view.png");
  made.close();
} finally {
  await browser.close();
  server.close();
  rmSync(temporary, { recursive: true });
}

/** A picture of a page at that time, with what is drawn then. */
async function taken(page, frame, name) {
  await frame.evaluate((time) => window.viewer.player.seek(time), TIME);
  await frame.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.screenshot({ path: join(docs, name) });
}
