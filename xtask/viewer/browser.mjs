// A page in a browser without network, and all errors that it reports.

import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

export function launch(executablePath) {
  // Where there is no graphics card, software draws.
  return puppeteer.launch({ executablePath, args: ["--no-sandbox", "--enable-unsafe-swiftshader"] });
}

/** Opens a file; `complaints` fills with whatever a page should not do. */
export async function open(browser, file, { width = 1280, height = 800, phone = false } = {}) {
  const page = await browser.newPage();
  const url = pathToFileURL(file).href;
  const complaints = [];
  // Software rendering is slow to read pixels back, and warns about it.
  const isSlow = (message) => message.text().includes("GPU stall due to ReadPixels");
  page.on("console", (message) => isSlow(message) || complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const isOwn = request.url() === url || request.url().startsWith("data:");
    if (!isOwn) complaints.push(`request: ${request.url()}`);
  });
  await page.setOfflineMode(true);
  await page.setViewport({ width, height, deviceScaleFactor: phone ? 2 : 1, isMobile: phone, hasTouch: phone });
  await page.goto(url);
  await settle(page);
  return { page, complaints };
}

/** Waits until what was planned is drawn. */
export function settle(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}

export function wait(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** What the stage shows: the space, and the words over it. */
export function picture(page) {
  return page.evaluate(() => ["canvas", "labels"].map((id) => document.getElementById(id).toDataURL()).join());
}

/** What the player says. */
export function state(page) {
  return page.evaluate(() => {
    const { time, frame, lastFrame, playing, direction, duration } = window.viewer.player;
    return { time, frame, lastFrame, playing, direction, duration };
  });
}
