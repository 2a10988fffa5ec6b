// Values that agree but for the last bits of numbers: a browser has another mathematical library than the system, and no two
// agree on the last bit of a sine.

import assert from "node:assert/strict";

const NUMBER = /-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/gi;

/** How far two numbers may be from each other, for their size: that of single precision in files. */
const DOUBLE = 1e-9;
const SINGLE = 1e-6;

/** Whether two values agree. Numbers within texts count as numbers. */
export function alike(a, b, where = "", within = DOUBLE) {
  if (typeof a === "number" && typeof b === "number") {
    assert.ok(Object.is(a, b) || Math.abs(a - b) <= within * Math.max(1, Math.abs(a), Math.abs(b)), `${where}: ${a} and ${b}`);
  } else if (typeof a === "string" && typeof b === "string" && a !== b) {
    assert.equal(a.replaceAll(NUMBER, "0"), b.replaceAll(NUMBER, "0"), where);
    alike((a.match(NUMBER) ?? []).map(Number), (b.match(NUMBER) ?? []).map(Number), where, within);
  } else if (a !== null && b !== null && typeof a === "object" && typeof b === "object") {
    assert.deepEqual(Object.keys(a), Object.keys(b), where);
    for (const key of Object.keys(a)) alike(a[key], b[key], `${where}.${key}`, within);
  } else {
    assert.equal(a, b, where);
  }
}

/** Whether two files agree: byte for byte, or in their texts and their numbers of single precision. */
export function sameFile(a, b, where) {
  if (Buffer.compare(a, b) === 0) return;
  const isGlb = a.toString("latin1", 0, 4) === "glTF";
  if (!isGlb) {
    assert.ok(!a.includes(0), `${where} has other bytes`);
    return alike(a.toString(), b.toString(), where, SINGLE);
  }
  const [text, other] = [a, b].map((file) => file.toString("utf8", 20, 20 + file.readUInt32LE(12)));
  alike(text.trimEnd(), other.trimEnd(), where, SINGLE);
  const [words, others] = [a, b].map((file) => file.subarray(28 + file.readUInt32LE(12)));
  assert.equal(words.length, others.length, where);
  for (let at = 0; at < words.length; at += 4) {
    if (words.readUInt32LE(at) !== others.readUInt32LE(at)) alike(words.readFloatLE(at), others.readFloatLE(at), `${where} at ${at}`, SINGLE);
  }
}
