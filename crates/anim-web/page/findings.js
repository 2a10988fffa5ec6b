// What was found in a file, with its places.

import { counted, element, fill } from "./element.js";

export function show({ verdict, table }, found) {
  const findings = found?.diagnostics ?? [];
  const count = (severity) => findings.filter((finding) => finding.severity === severity).length;
  const counts = ["error", "warning", "note"].map((severity) => [count(severity), severity]);
  const words = counts.filter(([number]) => number > 0).map(([number, severity]) => counted(number, severity));
  verdict.textContent = words.length > 0 ? words.join(", ") : "Nothing is wrong.";
  const rows = findings.map((finding) => [
    element("span", { className: finding.severity }, finding.severity),
    element("span", {}, finding.message, element("br"), element("code", {}, finding.code)),
    place(finding),
  ]);
  fill(table, ["severity", "what", "where"], rows);
}

/** A place in words, as far as it is known. */
export function place({ path, span, line, column }) {
  const where = line ? `line ${line}, column ${column}` : span ? `bytes ${span[0]} to ${span[1]}` : "";
  return [path, where].filter(Boolean).join(", ");
}
