// Reads and converts in a thread of its own, so that the page answers meanwhile.

import init, { check, formats, open, operations } from "./anim.js";

/** Done once the calls before are: while a file is read, another call would find none open. */
let before = init();
let animation;
/** The file that it is compared with. */
let other;

const calls = {
  start: () => ({ formats: formats(), operations: operations() }),

  async open({ file, name, beside, options }, tell) {
    animation?.free();
    animation = undefined;
    calls.alone();
    const bytes = await read(file, (part) => tell(`Reading ${name}`, part));
    tell(`Opening ${name}`);
    const files = surroundings(beside);
    let found;
    try {
      animation = open(bytes, name, files, options);
    } catch (error) {
      found = findings(() => check(bytes, name, files, options));
      throw Object.assign(error, { found });
    }
    tell(`Checking ${name}`);
    found = animation.check();
    tell(`Making clips of ${name}`);
    return { info: animation.info(), found };
  },

  /** Answers how many clips there are to compare with. */
  async compare({ file, name, beside }, tell) {
    calls.alone();
    const bytes = await read(file, (part) => tell(`Reading ${name}`, part));
    tell(`Opening ${name}`);
    other = open(bytes, name, surroundings(beside));
    return other.info().clips.length;
  },

  alone() {
    other?.free();
    other = undefined;
  },

  page({ options }, tell) {
    tell("Drawing");
    const draw = (options) => new Blob([other ? animation.compared(other, options) : animation.page(options)], { type: "text/html" });
    try {
      return { page: draw(options) };
    } catch (error) {
      return begun(error, options, draw);
    }
  },

  convert: ({ target, options }, tell) => {
    tell("Converting");
    return animation.convert(target, options);
  },
};

onmessage = ({ data }) => {
  before = before.then(() => answer(data));
};

async function answer({ id, call, args }) {
  const tell = (stage, part) => postMessage({ id, stage, part });
  try {
    postMessage({ id, result: await calls[call](args, tell) });
  } catch (error) {
    // What the module throws by itself, and not by an error of ours, means that it cannot go on.
    const { message, code, place, found } = error;
    const isOut = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    const isFault = isOut || error.isFault;
    postMessage({ id, error: { message: isOut ? "the file needs more memory than the browser has" : message, code, place, found, isFault } });
  }
}

/** The first part of a clip that is too large for a page; of several clips none. */
function begun(error, options, draw) {
  const { clips } = animation.info();
  const clip = clips[options.clip ?? 0];
  if (error.code !== "anim::too-large" || other || (clips.length > 1 && options.clip === undefined)) throw error;
  for (let seconds = clip.duration / 2; seconds > clip.duration / 5000; seconds /= 2) {
    try {
      return { page: draw({ ...options, edits: [{ name: "to", value: seconds }, ...options.edits] }), seconds };
    } catch (smaller) {
      if (smaller.code !== error.code) throw smaller;
    }
  }
  throw error;
}

async function read(file, tell) {
  const bytes = new Uint8Array(file.size);
  const reader = file.stream().getReader();
  for (let at = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return bytes;
    bytes.set(value, at);
    at += value.length;
    tell(at / file.size);
  }
}

/** The files next to a file, each read when it is needed. */
function surroundings(beside) {
  const files = new Map(beside.map(({ name, file }) => [name, file]));
  const read = (name) => {
    const file = files.get(name.replace(/^\.\//, ""));
    return file && new Uint8Array(new FileReaderSync().readAsArrayBuffer(file));
  };
  return { names: [...files.keys()], read };
}

function findings(check) {
  try {
    return check();
  } catch {
    return undefined;
  }
}
