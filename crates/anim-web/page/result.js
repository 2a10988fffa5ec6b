// What a conversion made and what it lost.

import { element, fill } from "./element.js";
import { size } from "./files.js";

let links = [];

export function show({ made, summary, table }, { files, report }) {
  links.forEach((link) => URL.revokeObjectURL(link));
  links = files.map(({ bytes }) => URL.createObjectURL(new Blob([bytes])));
  const items = files.map(({ name, bytes }, index) => {
    const link = element("a", { href: links[index], download: name }, `${name} (${size(bytes.length)})`);
    return element("li", {}, link);
  });
  if (files.length > 1) {
    const all = element("button", { type: "button" }, `Download all ${files.length}`);
    all.addEventListener("click", () => made.querySelectorAll("a").forEach((link) => link.click()));
    items.push(element("li", {}, all));
  }
  made.replaceChildren(...items);
  const { outputs } = report;
  const sum = (fate) => outputs.reduce((sum, output) => sum + output.summary[fate], 0);
  const largest = outputs.flatMap((output) => output.summary.largest).map(({ error, unit }) => `${short(error)} ${unit}`);
  const counts = `${sum("kept")} kept, ${sum("approximated")} approximated, ${sum("dropped")} dropped`;
  summary.textContent = largest.length > 0 ? `${counts}; errors within ${[...new Set(largest)].join(", ")}` : counts;
  const findings = [report, ...outputs].flatMap(({ findings }) => findings);
  const losses = [report, ...outputs].flatMap(({ losses }) => losses);
  fill(table, ["kind", "what", "where"], [...findings.map((finding) => row(finding, finding.severity)), ...losses.map((loss) => row(loss, loss.loss))]);
}

function row(loss, word) {
  const error = loss.error == null ? "" : `, within ${short(loss.error)} ${loss.unit}`;
  const where = [loss.clip, loss.node, loss.property, loss.path].filter(Boolean).join(", ");
  return [
    element("span", { className: loss.severity }, word),
    element("span", {}, loss.message + error, element("br"), element("code", {}, loss.code)),
    where,
  ];
}

function short(number) {
  return typeof number === "number" ? String(Number(number.toPrecision(3))) : number;
}
