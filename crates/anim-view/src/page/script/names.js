// What nodes are called where there is little room.

/** The name of a node, or its number. */
const nodeName = (clip, index) => clip.nodes[index].name || `node ${index}`;

/** The name of a node without the path of its parent, which the tree shows already. */
function ownName(clip, index) {
  const name = nodeName(clip, index);
  const parent = clip.nodes[clip.nodes[index].parent]?.name;
  return parent && name.startsWith(`${parent}/`) && name.length > parent.length + 1 ? name.slice(parent.length + 1) : name;
}

/** A text without its middle if it is longer than so many letters. */
function shorten(text, most) {
  // Names of any length: only as many letters are looked at as may be shown.
  const [head, tail] = [Array.from(text.slice(0, 2 * most)), Array.from(text.slice(-2 * most))];
  if (head.length <= most && text.length <= 2 * most) return text;
  return `${head.slice(0, most / 2).join("")}…${tail.slice(-most / 2).join("")}`;
}
