// Reads and converts in a thread of its own, so that the page answers meanwhile.

import init, { check, formats, open } from "./anim.js";

const ready = init();
let animation;

const calls = {
  formats: () => formats(),

  async open({ file, name, beside, options }, tell) {
    animation?.free();
    animation = undefined;
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

  page: ({ options }, tell) => {
    tell("Drawing");
    return animation.page(options);
  },

  convert: ({ target, options }, tell) => {
    tell("Converting");
    return animation.convert(target, options);
  },
};

onmessage = async ({ data: { id, call, args } }) => {
  await ready;
  const tell = (stage, part) => postMessage({ id, stage, part });
  try {
    postMessage({ id, result: await calls[call](args, tell) });
  } catch (error) {
    // What the module throws by itself, and not by an error of ours, means that it cannot go on.
    const { message, code, place, found } = error;
    const isFault = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    postMessage({ id, error: { message: isFault ? "the file needs more memory than the browser has" : message, code, place, found, isFault } });
  }
};

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
