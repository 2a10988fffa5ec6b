// Elements and tables.

/** An element with these properties and contents; text stays text. */
export function element(name, properties = {}, ...contents) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...contents);
  return made;
}

/** How many rows a table shows; the rest are counted. */
const MOST = 200;

/** Fills a table. A cell is a text, a number or an element. */
export function fill(table, heads, rows) {
  const row = (cells) => element("tr", {}, ...cells.map(cell));
  const head = element("thead", {}, element("tr", {}, ...heads.map((text) => element("th", { scope: "col" }, text))));
  const body = element("tbody", {}, ...rows.slice(0, MOST).map(row));
  if (rows.length > MOST) body.append(element("tr", {}, element("td", { colSpan: heads.length }, `and ${rows.length - MOST} more`)));
  table.replaceChildren(...(rows.length > 0 ? [head, body] : []));
}

function cell(content) {
  return element("td", { className: typeof content === "number" ? "number" : "" }, content ?? "");
}

/** `1 clip`, `2 clips`. */
export function counted(count, thing) {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
