// The page in Chromium, served as a folder of files, and everything that it should not do.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import puppeteer from "puppeteer-core";

const KINDS = { html: "text/html", css: "text/css", js: "text/javascript", wasm: "application/wasm" };

/** A server of a folder on this machine. */
export async function serve(folder) {
  const server = createServer(async (request, response) => {
    const name = new URL(request.url, "http://host").pathname.slice(1) || "index.html";
    try {
      const body = await readFile(join(folder, name));
      response.setHeader("Content-Type", KINDS[name.split(".").at(-1)] ?? "application/octet-stream");
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { origin: `http://127.0.0.1:${server.address().port}/`, close: () => (server.close(), server.closeAllConnections()) };
}

export function launch(executablePath) {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--enable-unsafe-swiftshader"];
  return puppeteer.launch({ executablePath, args, protocolTimeout: 120_000 });
}

/**
 * Calls again what fails. Puppeteer counts the calls of the browser and of each page by themselves: the browser's refusal of a late
 * call to a page that was closed has no page any more, and ends the call to the browser that has the same number.
 */
async function twice(call) {
  try {
    return await call();
  } catch {
    return call();
  }
}

/** Opens the page; `complaints` fills with whatever it should not do. */
export async function open(browser, origin, { width = 1280, height = 800, phone = false, dark = false } = {}, hash = "") {
  const context = await twice(() => browser.createBrowserContext());
  const page = await twice(() => context.newPage());
  page.setDefaultTimeout(30_000);
  const complaints = [];
  // Software is slow to hand a picture of the viewer out, and says so.
  const isSlow = (message) => message.text().includes("GPU stall due to ReadPixels");
  page.on("console", (message) => isSlow(message) || complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    const isOwn = [origin, "blob:", "data:"].some((own) => url.startsWith(own)) && request.method() === "GET";
    if (!isOwn) complaints.push(`request: ${request.method()} ${url}`);
  });
  await page.setViewport({ width, height, deviceScaleFactor: phone ? 2 : 1, isMobile: phone, hasTouch: phone });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
  await page.goto(origin + hash);
  await page.waitForSelector("body[data-ready]");
  return { page, complaints, close: () => context.close() };
}

/** Drops files and folders of the disk on the page, as a file manager does. */
export async function drop(page, paths) {
  const session = await page.createCDPSession();
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) {
    await session.send("Input.dispatchDragEvent", { type, x: 200, y: 60, data });
  }
  await session.detach();
}

/** Waits until a file is open, or could not be opened. */
export async function opened(page, name) {
  await page.waitForFunction((name) => document.getElementById("work").hidden && document.getElementById("file").value.endsWith(name) && !document.getElementById("open").hidden, {}, name);
}

/** The page in the frame, once it plays. */
export async function viewer(page) {
  const frame = await (await page.waitForSelector("#view")).contentFrame();
  await frame.waitForFunction(() => window.viewer?.player !== undefined);
  return frame;
}
