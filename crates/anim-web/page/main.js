// The page: from files that are given to the viewer, the findings and the conversions.

import * as address from "./address.js";
import { Cancelled, Client } from "./client.js";
import { counted, element, fill } from "./element.js";
import * as files from "./files.js";
import * as findings from "./findings.js";
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
let shown;

start();

async function start() {
  navigator.serviceWorker?.register("service-worker.js").catch(() => {});
  listen();
  formats = await client.call("formats");
  const names = formats.map(({ name, extensions }) => `${name} (${extensions.map((extension) => `.${extension}`).join(" ")})`);
  at("formats").textContent = `Read and written: ${names.join(", ")}`;
  const targets = formats.filter(({ encodes }) => encodes).flatMap(({ name, extensions }) => extensions.map((extension) => [extension, name]));
  at("target").append(...targets.map(([extension, name]) => element("option", { value: extension }, `.${extension} (${name})`)));
  at("target").value = targets.some(([extension]) => extension === chosen.target) ? chosen.target : "glb";
  document.body.dataset.ready = "yes";
}

function listen() {
  for (const [button, input] of [["choose", "files"], ["choose-folder", "folder"]]) {
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
    take(await files.dropped(event.dataTransfer));
  });
  at("file").addEventListener("change", () => open(at("file").value));
  at("clip").addEventListener("change", view);
  at("target").addEventListener("change", () => {
    showTargetOptions({});
    remember();
  });
  at("convert").addEventListener("click", convert);
  at("cancel").addEventListener("click", () => client.cancel());
}

/** Takes files in place of those before, and opens the first that a format may know. */
async function take(list) {
  if (list.length === 0) return;
  given = list;
  const known = files.candidates(given, new Set(formats.flatMap(({ extensions }) => extensions)));
  at("file").replaceChildren(...known.map(({ path }) => element("option", { value: path }, path)));
  at("which").hidden = known.length < 2;
  await open(known[0].path);
}

async function open(path) {
  current = undefined;
  document.body.classList.add("has-file");
  at("result").hidden = true;
  at("open").hidden = true;
  const { file } = given.find((one) => one.path === path);
  const name = path.slice(path.lastIndexOf("/") + 1);
  await work(async () => {
    const args = { file, name, beside: files.beside(given, path), options: { options: knownOptions(chosen.from) } };
    const { info, found } = await client.call("open", args);
    current = { path, info };
    at("open").hidden = false;
    about(info);
    findings.show({ verdict: at("verdict"), table: at("findings") }, found);
    options.show(at("source-options"), formatOf(info.format).options, chosen.from, namesBeside(), reopen);
    showTargetOptions(chosen.to);
    await drawn();
  });
}

/** Options in an address may be for a file of another format. */
function knownOptions(values) {
  const extension = at("file").value.split(".").at(-1).toLowerCase();
  const format = formats.find(({ extensions }) => extensions.includes(extension));
  const known = new Set(format?.options.map(({ key }) => key));
  return Object.fromEntries(Object.entries(values).filter(([key]) => known.has(key)));
}

function about({ format, bytes, clips }) {
  at("about").textContent = `${formatOf(format).name}, ${files.size(bytes)}, ${counted(clips.length, "clip")}`;
  const rows = clips.map(({ name, duration, nodes, channels, keys, rate }) => [name, Number(duration.toFixed(4)), nodes, channels, keys, rate ? Number(rate.toFixed(4)) : ""]);
  fill(at("clips"), ["clip", "seconds", "nodes", "channels", "keys", "frames/s"], rows);
  const each = clips.map(({ name }, index) => element("option", { value: String(index) }, name));
  at("clip").replaceChildren(element("option", { value: "" }, "all"), ...each);
}

/** Shows the clips that are chosen. */
function view() {
  return work(drawn);
}

async function drawn() {
  const clip = at("clip").value;
  try {
    const page = await client.call("page", { options: clip === "" ? {} : { clip: Number(clip) } });
    if (shown) URL.revokeObjectURL(shown);
    shown = URL.createObjectURL(new Blob([page], { type: "text/html" }));
    at("view").src = shown;
    at("view").hidden = false;
    at("no-view").hidden = true;
  } catch (error) {
    // A file that is too large to show can be converted all the same.
    if (error.code !== "anim::too-large") throw error;
    at("view").hidden = true;
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
  address.write(chosen);
}

function convert() {
  at("result").hidden = true;
  return work(async () => {
    const clip = at("clip").value;
    const args = { options: options.chosen(at("target-options")), ...(clip === "" ? {} : { clip: Number(clip) }) };
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
  progress("Working");
  at("work").hidden = false;
  try {
    await task();
  } catch (error) {
    if (error instanceof Cancelled) return;
    const where = findings.place(error.place ?? {});
    at("error").textContent = [error.message, where, error.code && `[${error.code}]`].filter(Boolean).join(" ");
    at("error").hidden = false;
  } finally {
    at("work").hidden = true;
  }
}

function progress(stage, part) {
  at("stage").textContent = stage;
  if (part === undefined) at("progress").removeAttribute("value");
  else at("progress").value = part;
}
