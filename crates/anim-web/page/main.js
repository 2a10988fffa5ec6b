// The page: from files that are given to the viewer, the findings and the conversions.

import * as address from "./address.js";
import { Cancelled, Client } from "./client.js";
import { counted, element, fill } from "./element.js";
import * as files from "./files.js";
import * as findings from "./findings.js";
import { Operations } from "./operations.js";
import * as options from "./options.js";
import * as result from "./result.js";

const at = (id) => document.getElementById(id);
const client = new Client(progress);
const chosen = address.read();
let formats = [];
/** All files that were given. */
let given = [];
/** The file that is open: `{ path, info }`. */
let current;
/** Whether the worker was started anew and has no file. */
let isForgotten = false;
let operations;
let shown;
/** How many tasks are not done. */
let running = 0;

const started = start();

async function start() {
  navigator.serviceWorker?.register("service-worker.js").catch(() => {});
  listen();
  const known = await client.call("start");
  formats = known.formats;
  const names = formats.map(({ name, extensions }) => `${name} (${extensions.map((extension) => `.${extension}`).join(" ")})`);
  at("formats").textContent = `Read and written: ${names.join(", ")}`;
  const targets = formats.filter(({ encodes }) => encodes).flatMap(({ name, extensions }) => extensions.map((extension) => [extension, name]));
  at("target").append(...targets.map(([extension, name]) => element("option", { value: extension }, `.${extension} (${name})`)));
  at("target").value = targets.some(([extension]) => extension === chosen.target) ? chosen.target : "glb";
  operations = new Operations(known.operations, chosen.steps, () => {
    remember();
    view();
  });
  document.body.dataset.ready = "yes";
}

function listen() {
  for (const [button, input, take] of [["choose", "files", takeAll], ["choose-folder", "folder", takeAll], ["choose-other", "other-files", takeOther]]) {
    at(button).addEventListener("click", () => at(input).click());
    at(input).addEventListener("change", () => take(files.chosen(at(input).files)));
  }
  addEventListener("dragover", (event) => {
    event.preventDefault();
    at("drop").classList.add("over");
  });
  addEventListener("dragleave", () => at("drop").classList.remove("over"));
  addEventListener("drop", async (event) => {
    event.preventDefault();
    at("drop").classList.remove("over");
    const list = await files.dropped(event.dataTransfer);
    if (list.length > 0) takeAll(list);
    else work(() => Promise.reject(new Error("there is no file in what was dropped")));
  });
  at("file").addEventListener("change", () => open(at("file").value));
  at("other").addEventListener("change", () => work(compared));
  at("clip").addEventListener("change", view);
  at("target").addEventListener("change", () => {
    showTargetOptions({});
    remember();
  });
  at("convert").addEventListener("click", convert);
  at("cancel").addEventListener("click", () => {
    // The worker that is ended has the file.
    isForgotten = true;
    client.cancel();
  });
}

/** Takes files in place of those before, and opens the first that a format may know. Two files are compared. */
async function takeAll(list) {
  if (list.length === 0) return;
  await started;
  given = list;
  const known = candidates();
  at("file").replaceChildren(...known.map(({ path }) => element("option", { value: path }, path)));
  at("which").hidden = known.length < 2;
  await open(known[0].path);
  const isPair = known.length === 2 && given.every(({ path }) => !path.includes("/"));
  if (isPair && current) await work(() => compareWith(known[1].path, "quietly"));
}

/** Takes more files, and compares with the first of them that a format may know. */
async function takeOther(list) {
  if (list.length === 0) return;
  const paths = new Set(list.map(({ path }) => path));
  given = [...given.filter(({ path }) => !paths.has(path)), ...list];
  const [first] = candidates(list);
  showOthers();
  await work(() => compareWith(first.path));
}

function candidates(list = given) {
  return files.candidates(list, new Set(formats.flatMap(({ extensions }) => extensions)));
}

/** The files that the open one can be compared with. */
function showOthers() {
  const others = candidates().filter(({ path }) => path !== current?.path);
  const options = others.map(({ path }) => element("option", { value: path }, path));
  at("other").replaceChildren(element("option", { value: "" }, "nothing"), ...options);
  at("others").hidden = others.length === 0;
}

/** Compares with a file. `quietly`, one that has nothing to compare with is left. */
async function compareWith(path, quietly) {
  at("other").value = path;
  try {
    await compared();
  } catch (error) {
    at("other").value = "";
    if (!quietly || error instanceof Cancelled) throw error;
    await compared();
  }
}

/** Shows the open file next to the one that is chosen, or alone. */
async function compared() {
  await reopened();
  const path = at("other").value;
  if (path === "") {
    await client.call("alone");
  } else if ((await client.call("compare", fileAt(path))) === 0) {
    at("other").value = "";
    throw new Error(`${path} has no clips to compare with`);
  }
  await drawn();
}

async function open(path) {
  // What is being done for another file would be shown as this one's.
  if (client.isBusy) client.cancel();
  current = undefined;
  document.body.classList.add("has-file");
  at("result").hidden = true;
  at("open").hidden = true;
  await work(async () => {
    const { info, found } = await client.call("open", readAt(path)).catch(unreadable);
    isForgotten = false;
    current = { path, info };
    showFindings(found, false);
    about(info);
    showOthers();
    options.show(at("source-options"), formatOf(info.format).options, chosen.from, namesBeside(), reopen);
    showTargetOptions(chosen.to);
    await drawn();
  });
}

/** A file that cannot be read has findings, and nothing else to show. */
function unreadable(error) {
  if (error.found) showFindings(error.found, true);
  throw error;
}

function showFindings(found, isUnreadable) {
  findings.show({ verdict: at("verdict"), table: at("findings") }, found);
  at("open").classList.toggle("is-unreadable", isUnreadable);
  at("open").hidden = false;
}

/** What the worker needs of a file. */
function fileAt(path) {
  const { file } = given.find((one) => one.path === path);
  return { file, name: path.slice(path.lastIndexOf("/") + 1), beside: files.beside(given, path) };
}

function readAt(path) {
  return { ...fileAt(path), options: { options: knownOptions(chosen.from) } };
}

/** Opens the files again after the worker was started anew. */
async function reopened() {
  if (!isForgotten) return;
  await client.call("open", readAt(current.path));
  if (at("other").value !== "") await client.call("compare", fileAt(at("other").value));
  isForgotten = false;
}

/** Options in an address may be for a file of another format. */
function knownOptions(values) {
  const extension = at("file").value.split(".").at(-1).toLowerCase();
  const format = formats.find(({ extensions }) => extensions.includes(extension));
  const known = new Set(format?.options.map(({ key }) => key));
  return Object.fromEntries(Object.entries(values).filter(([key]) => known.has(key)));
}

/** A number with at most four decimals, unless they would all be 0. */
function short(number) {
  return Number(Math.abs(number) < 5e-5 ? number.toPrecision(9) : number.toFixed(4));
}

function about({ format, bytes, clips }) {
  at("about").textContent = `${formatOf(format).name}, ${files.size(bytes)}, ${counted(clips.length, "clip")}`;
  const rows = clips.map(({ name, duration, nodes, channels, keys, rate }) => [name, short(duration), nodes, channels, keys, rate ? short(rate) : ""]);
  fill(at("clips"), ["clip", "seconds", "nodes", "channels", "keys", "frames/s"], rows);
  const each = clips.map(({ name }, index) => element("option", { value: String(index) }, name));
  at("clip").replaceChildren(element("option", { value: "" }, "all"), ...each);
}

/** Shows the clips that are chosen. */
function view() {
  return work(drawn);
}

async function drawn() {
  await reopened();
  const clip = at("clip").value;
  const wanted = { edits: operations.steps, ...(clip === "" ? {} : { clip: Number(clip) }) };
  try {
    const { page, seconds } = await client.call("page", { options: wanted });
    if (shown) URL.revokeObjectURL(shown);
    shown = URL.createObjectURL(page);
    at("view").src = shown;
    at("view").hidden = false;
    at("no-view").hidden = true;
    at("part").hidden = seconds === undefined;
    at("part").textContent = `The clip is too long to show: these are its first ${Number(seconds?.toPrecision(3))} s. Conversions have all of it.`;
  } catch (error) {
    // A file that is too large to show can be converted all the same.
    if (error.code !== "anim::too-large") throw error;
    at("view").hidden = true;
    at("part").hidden = true;
    at("no-view").hidden = false;
    at("no-view").textContent = `${error.message}: choose one clip`;
  }
}

function reopen() {
  chosen.from = options.chosen(at("source-options"));
  remember();
  open(current.path);
}

function showTargetOptions(values) {
  const format = formats.find(({ extensions }) => extensions.includes(at("target").value));
  options.show(at("target-options"), format.target_options, values, namesBeside(), remember);
}

function namesBeside() {
  return current ? files.beside(given, current.path).map(({ name }) => name) : [];
}

function remember() {
  chosen.target = at("target").value;
  chosen.to = options.chosen(at("target-options"));
  chosen.steps = operations.steps;
  address.write(chosen);
}

function convert() {
  at("result").hidden = true;
  return work(async () => {
    await reopened();
    const clip = at("clip").value;
    const args = { options: options.chosen(at("target-options")), edits: operations.steps, ...(clip === "" ? {} : { clip: Number(clip) }) };
    const made = await client.call("convert", { target: at("target").value, options: args });
    result.show({ made: at("made"), summary: at("summary"), table: at("losses") }, made);
    at("result").hidden = false;
  });
}

function formatOf(id) {
  return formats.find((format) => format.id === id);
}

/** Does something that takes its time: shows how far it is, and what went wrong. */
async function work(task) {
  at("error").hidden = true;
  running += 1;
  progress("Working");
  at("work").hidden = false;
  try {
    await task();
  } catch (error) {
    if (error.isFault) isForgotten = true;
    if (error instanceof Cancelled) return;
    const where = findings.place(error.place ?? {});
    at("error").textContent = [error.message, where, error.code && `[${error.code}]`].filter(Boolean).join(" ");
    at("error").hidden = false;
  } finally {
    running -= 1;
    at("work").hidden = running === 0;
  }
}

function progress(stage, part) {
  at("stage").textContent = stage;
  if (part === undefined) at("progress").removeAttribute("value");
  else at("progress").value = part;
}
