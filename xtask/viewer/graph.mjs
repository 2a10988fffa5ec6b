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

export const graphChecks = {
  "every edge is drawn and named": async (page) => {
    const titles = await page.$$eval("#graph svg > path > title", (titles) => titles.map(({ textContent }) => textContent));
    const expected = ["> closed → open, exit: 1 s, morph", "open, exit → > closed: 1 s, morph", "open, exit → idle: plays"];
    assert.deepEqual(titles.sort(), expected.sort());
  },

  "the state of the clip is active": async (page) => {
    assert.deepEqual([await clip(page), await active(page)], ["idle", ["idle"]]);
    await press(page, "> closed");
    assert.deepEqual([await clip(page), await active(page)], ["gate", ["> closed"]]);
    assert.equal(await page.$eval("#clip", (select) => select.selectedOptions[0].textContent), "gate");
  },

  "the active key follows the time, with the state that it plays, and leads to it": async (page) => {
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
