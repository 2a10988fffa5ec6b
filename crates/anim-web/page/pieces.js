// The pieces of the module: a format each, and what makes files. Each is loaded when one of its functions is first called.

/** The files of the pieces by their numbers; none where the module is one. */
const FILES = [/* every piece */];

/** Loads a piece. A worker may wait for a file, as the call inside of the module does. */
export function load(piece, wasm) {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(FILES[piece], import.meta.url), false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {
    throw missing();
  }
  if (request.status !== 200) throw missing();
  new WebAssembly.Instance(new WebAssembly.Module(request.response), { start: wasm });
  wasm[`loaded${piece}`].value = 1;
}

/** The call that needs the piece ends in the middle, so that the module cannot go on. */
function missing() {
  return Object.assign(new Error("a part of this page cannot be loaded: is there a network?"), { isFault: true });
}
