// Runs the Khronos glTF validator over many files.
//
//     node validate.mjs FILE…
//
// Prints every error and warning, and a line of totals; any error fails.

import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import validator from "gltf-validator";

const SEVERITIES = ["error", "warning"];

const files = process.argv.slice(2);
const totals = { error: 0, warning: 0 };
for (const file of files) {
  for (const { severity, code, message, pointer } of await issues(file)) {
    const word = SEVERITIES[severity];
    if (!word) continue;
    totals[word] += 1;
    console.log(`${file}: ${word}[${code}]: ${message} (${pointer ?? "the file"})`);
  }
}
console.log(`${files.length} files, ${totals.error} errors, ${totals.warning} warnings`);
process.exitCode = totals.error > 0 || files.length === 0 ? 1 : 0;

/** What the validator has to say of a file; a file that it cannot read is an error too. */
async function issues(file) {
  const beside = async (uri) => new Uint8Array(await readFile(join(dirname(file), decodeURIComponent(uri))));
  const options = { uri: file, maxIssues: 100, externalResourceFunction: beside };
  try {
    return (await validator.validateBytes(new Uint8Array(await readFile(file)), options)).issues.messages;
  } catch (message) {
    return [{ severity: 0, code: "UNREADABLE", message }];
  }
}
