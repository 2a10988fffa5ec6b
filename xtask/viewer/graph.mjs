// A page whose clips are the states of a graph.

import assert from "node:assert/strict";
import { settle } from "./browser.mjs";

const active = (page) => page.$$eval("#graph button.active", (buttons) => buttons.map(({ textContent }) => textContent));
const clip = (page) => page.evaluate(() => window.viewer.player.clip.name);

async function press(page, label) {
  const buttons = await page.$$("#graph button");
  const labels = await Promise.all(buttons.map((button) => button.evaluate(({ textContent }) => textContent)));
  await buttons[labels.indexOf(label)].click();
  await settle(page);
}

/** What is wrong with the names of edges, whichever node was chosen: they cover each other or a node, or are not all on the panel. */
export async function misplaced(page) {
  const isHidden = await page.$eval("#graph", ({ hidden }) => hidden);
  if (isHidden) await page.click("#show-graph");
  const found = await page.evaluate(async () => {
    const box = (element) => element.getBoundingClientRect();
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const nodes = [...document.querySelectorAll("#graph button")];
    const panel = box(document.querySelector("#graph svg"));
    const wrong = [];
    let count = 0;
    for (const node of nodes) {
      node.click();
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const names = [...document.querySelectorAll("#graph text")];
      count += names.length;
      names.forEach((name, index) => {
        const own = box(name);
        const covered = [...names.slice(index + 1), ...nodes].filter((other) => meet(own, box(other)));
        wrong.push(...covered.map((other) => `${name.textContent} covers ${other.textContent}`));
        const isInside = own.left >= panel.left - 1 && own.right <= panel.right + 1 && own.top >= panel.top - 1 && own.bottom <= panel.bottom + 1;
        if (!isInside) wrong.push(`${name.textContent} leaves the panel`);
      });
    }
    return { wrong, count };
  });
  if (isHidden) await page.click("#show-graph");
  return found;
}

/** What holds of every page with a graph whose edges have names. */
export const edgeChecks = {
  "names of edges cover nothing and stay on the panel": async (page) => {
    const { wrong, count } = await misplaced(page);
    assert.deepEqual(wrong, []);
    assert.ok(count > 0, "there are names");
  },
};

export const graphChecks = {
  "every edge is drawn and named": async (page) => {
    const titles = await page.$$eval("#graph svg > path > title", (titles) => titles.map(({ textContent }) => textContent));
    const expected = ["> closed → open, exit: 1 s, morph", "open, exit → > closed: 1 s, morph", "open, exit → idle: plays"];
    expected.push("idle → > closed: when the left button of the mouse is pressed on the lid of the box");
    assert.deepEqual(titles.sort(), expected.sort());
  },

  "the state of the clip is active": async (page) => {
    assert.deepEqual([await clip(page), await active(page)], ["idle", ["idle"]]);
    await press(page, "> closed");
    assert.deepEqual([await clip(page), await active(page)], ["gate", ["> closed"]]);
    assert.equal(await page.$eval("#clip", (select) => select.selectedOptions[0].textContent), "gate");
  },

  "the active key follows the time, with the state that it plays, and a press on it sets the time": async (page) => {
    await page.evaluate(() => window.viewer.player.seek(1.5));
    await settle(page);
    assert.deepEqual((await active(page)).sort(), ["idle", "open, exit"]);
    await press(page, "> closed");
    assert.equal(await page.evaluate(() => window.viewer.player.time), 0);
    await press(page, "open, exit");
    assert.equal(await page.evaluate(() => window.viewer.player.time), 1);
    await press(page, "idle");
    assert.deepEqual([await clip(page), await active(page)], ["idle", ["idle"]]);
  },
};
