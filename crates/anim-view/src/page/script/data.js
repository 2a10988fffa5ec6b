// The data of the page: numbers come as base64 of little-endian bytes.

function bytes(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
}

const singles = (text) => new Float32Array(bytes(text));
const doubles = (text) => new Float64Array(bytes(text));
const integers = (text) => new Uint32Array(bytes(text));

/** A clip with its numbers as arrays. */
function readClip(source) {
  const { motion } = source;
  const [frames, seconds] = source.rate ?? [60, 1];
  return {
    ...source,
    hasRate: source.rate !== null,
    // The same arithmetic as the command's, so that the times of frames have the same bits.
    timeOfFrame: (frame) => (frame * seconds) / frames,
    frameOfTime: (time) => (time * frames) / seconds,
    motion: {
      ...motion,
      times: doubles(motion.times),
      start: singles(motion.start),
      moving: integers(motion.moving),
      values: singles(motion.values),
    },
    panels: source.panels.map((panel) => ({
      ...panel,
      lines: panel.lines.map((line) => ({ ...line, points: singles(line.points), keys: singles(line.keys) })),
    })),
  };
}

/** What the file holds: a title, which way is up, and its clips. */
function readData() {
  const data = JSON.parse(document.getElementById("data").textContent);
  return { ...data, clips: data.clips.map(readClip) };
}
