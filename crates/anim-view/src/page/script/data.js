// The data of the page: what clips have in common as JSON, their motion as columns of numbers that are read when a clip is
// chosen.

const textOf = (id) => document.getElementById(id).textContent;

/** The bytes of base64. */
function decode(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text).buffer;
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes.buffer;
}

const blocks = new Map();

/** The bytes of a block of columns. */
function block(index) {
  if (!blocks.has(index)) blocks.set(index, decode(textOf(`block-${index}`)));
  return blocks.get(index);
}

const singles = ([index, first], count) => new Float32Array(block(index), first, count);
const doubles = ([index, first], count) => new Float64Array(block(index), first, count);
const integers = ([index, first], count) => new Uint32Array(block(index), first, count);
const shorts = ([index, first], count) => new Uint16Array(block(index), first, count);
const octets = ([index, first], count) => new Uint8Array(block(index), first, count);

/** The times of a clock in seconds. */
function readClock(clock) {
  if (clock.length === 2) return doubles(clock[0], clock[1]);
  const [first, frames, seconds, count] = clock;
  // The same arithmetic as the command's, so that the times of frames have the same bits.
  return Float64Array.from({ length: count }, (_, index) => ((first + index) * seconds) / frames);
}

/** The curves of a clip: `{ clock, pace, values, width, keys }`, in the order of its targets. */
function readMotion(index, targets) {
  const source = JSON.parse(textOf(`clip-${index}`));
  const clocks = source.clocks.map(readClock);
  const tracks = source.tracks.map(([clock, pace, place, keys], channel) => {
    const { width } = targets[channel];
    return { clock, times: clocks[clock], pace, width, values: singles(place, clocks[clock].length * width), keys: clocks[keys ?? clock] };
  });
  return { clocks, tracks };
}

/** What clips of a rig share: `parents` are those of the file, −1 for none, and nodes have the parent under which they are
    listed, so that none is below itself. */
function readRig(source) {
  const parents = Int32Array.from(source.nodes, ({ parent }) => parent ?? -1);
  const listed = Int32Array.from(parents);
  new Hierarchy(listed.length).sort(listed);
  const nodes = source.nodes.map((node, index) => ({ ...node, parent: listed[index] < 0 ? null : listed[index] }));
  return {
    nodes,
    parents,
    rest: singles(source.rest, 10 * nodes.length),
    targets: source.targets.map((target) => ({ ...target, vector: target.vector && singles(target.vector, 3) })),
    panels: source.panels.map((panel) => ({
      ...panel,
      lines: panel.lines.map(([label, color, dash, channel, component]) => ({ label, color, dash, channel, component })),
    })),
  };
}

/** A clip; its motion is read when it is first asked for. */
function readClip(source, index, rigs) {
  const [frames, seconds] = source.rate ?? [60, 1];
  let motion = null;
  return {
    ...source,
    ...rigs[source.rig],
    index,
    hasRate: source.rate !== null,
    timeOfFrame: (frame) => (frame * seconds) / frames,
    frameOfTime: (time) => (time * frames) / seconds,
    get motion() {
      motion ??= readMotion(index, this.targets);
      return motion;
    },
  };
}

/** What the file holds: a title, which way is up, and its clips. */
function readData() {
  const data = JSON.parse(textOf("data"));
  const rigs = data.rigs.map(readRig);
  const scenes = data.scenes.map((source) => {
    let scene = null;
    return () => (scene ??= readScene(source));
  });
  const clips = data.clips.map((clip, index) => readClip(clip, index, rigs));
  for (const clip of clips) clip.outside = outsideNodes(data.scenes[clip.scene], clip);
  return { ...data, scenes, clips };
}
