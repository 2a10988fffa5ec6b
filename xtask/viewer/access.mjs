// The violations that axe-core finds in a page.

import assert from "node:assert/strict";
import axe from "axe-core";

export async function accessible(page) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run());
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
  assert.deepEqual(told, []);
}
