// What nodes are called where there is little room.

/** The name of a node, or its number. */
const nodeName = (clip, index) => clip.nodes[index].name || `node ${index}`;

const prefixes = new WeakMap();

/** What the names of all nodes begin with, up to a separator, such as `mixamorig:`; empty for few nodes. */
function commonPrefix(nodes) {
  if (!prefixes.has(nodes)) prefixes.set(nodes, findPrefix(nodes));
  return prefixes.get(nodes);
}

function findPrefix(nodes) {
  const LEAST = 3;
  const named = nodes.filter(({ name }) => name);
  if (named.length < LEAST) return "";
  // A root or a mesh may have a name of its own: most nodes decide.
  const counts = new Map();
  for (const { name } of named) {
    const prefix = /^[^:|/]{1,40}[:|]/.exec(name)?.[0] ?? /^[A-Za-z0-9]{1,20}[_.](?=[A-Za-z])/.exec(name)?.[0];
    if (prefix && prefix.length < name.length) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const [prefix, count] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ["", 0]);
  return count >= LEAST && count > 0.7 * named.length ? prefix : "";
}

/** The name of a node without what all names begin with. */
function shortName(clip, index) {
  const name = nodeName(clip, index);
  const prefix = commonPrefix(clip.nodes);
  return prefix && name.startsWith(prefix) && name.length > prefix.length ? name.slice(prefix.length) : name;
}

/** The name of a node without the path of its parent, which the tree shows already. */
function ownName(clip, index) {
  const name = nodeName(clip, index);
  const parent = clip.nodes[clip.nodes[index].parent]?.name;
  const isPath = parent && name.startsWith(`${parent}/`) && name.length > parent.length + 1;
  return isPath ? name.slice(parent.length + 1) : shortName(clip, index);
}

/** A text without its middle if it is longer than so many letters. */
function shorten(text, most) {
  // Names of any length: only as many letters are looked at as may be shown.
  const [head, tail] = [Array.from(text.slice(0, 2 * most)), Array.from(text.slice(-2 * most))];
  if (head.length <= most && text.length <= 2 * most) return text;
  return `${head.slice(0, most / 2).join("")}…${tail.slice(-most / 2).join("")}`;
}
