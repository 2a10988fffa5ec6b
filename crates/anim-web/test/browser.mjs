// The page in Chromium, served as a folder of files, and everything that it should not do.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import puppeteer from "puppeteer-core";

const KINDS = { html: "text/html", css: "text/css", js: "text/javascript", wasm: "application/wasm", md: "text/plain" };

/** A server of a folder on this machine. `odd` has what a folder of files has no answer to. */
export async function serve(folder) {
  const odd = [];
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url, "http://host");
    const name = pathname.slice(1) || "index.html";
    if (request.method !== "GET" || search !== "" || request.headers["content-length"] !== undefined) odd.push(`${request.method} ${request.url}`);
    try {
      const body = await readFile(join(folder, name));
      response.setHeader("Content-Type", KINDS[name.split(".").at(-1)] ?? "application/octet-stream");
      response.end(body);
    } catch {
      odd.push(`GET ${request.url}, which is not there`);
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { origin: `http://127.0.0.1:${server.address().port}/`, odd, close: () => (server.close(), server.closeAllConnections()) };
}

/** The browser itself asks its maker for updates, accounts and the meaning of fields, whatever page is open. */
const OF_BROWSER = /^\w+ (https?:\/\/)?[\w-]+(\.[\w-]+)*\.(google|googleapis|gvt1)\.com[:/]/;

/** What stands between the browser and all other machines, and notes what is sent to them: by pages, frames and all kinds of workers. */
export async function border() {
  const sent = [];
  const note = (what) => OF_BROWSER.test(what) || sent.push(what);
  const proxy = createServer((request, response) => {
    note(`${request.method} ${request.url}`);
    response.writeHead(502).end();
  });
  proxy.on("connect", (request, socket) => {
    note(`CONNECT ${request.url}`);
    socket.on("error", () => {}).end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  await new Promise((done) => proxy.listen(0, "127.0.0.1", done));
  return { address: `127.0.0.1:${proxy.address().port}`, sent, close: () => (proxy.close(), proxy.closeAllConnections()) };
}

export function launch(executablePath, border) {
  const through = border ? [`--proxy-server=${border.address}`] : [];
  const args = [...through, "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--enable-unsafe-swiftshader"];
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

/** The page in the frame, once it plays the clips of these files. */
export async function shown(page, names) {
  await page.waitForFunction(() => document.getElementById("work").hidden);
  for (let tries = 0; ; tries += 1) {
    try {
      const frame = await viewer(page);
      const files = await frame.evaluate(() => JSON.parse(document.getElementById("data").textContent).files);
      if (`${files}` === `${names}`) return frame;
    } catch (error) {
      // The page in the frame was replaced meanwhile.
      if (tries > 200) throw error;
    }
    if (tries > 200) throw new Error(`${names} is not shown`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
