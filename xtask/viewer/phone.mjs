// A page on a phone.

import assert from "node:assert/strict";
import { picture, settle } from "./browser.mjs";

export const phoneChecks = {
  "nothing is wider than the screen, and controls are large enough": async (page) => {
    const size = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth, document.documentElement.scrollHeight, window.innerHeight]);
    assert.ok(size[0] <= size[1] && size[2] <= size[3], `${size}`);
    const boxes = await page.$$eval("button, select, #scrubber", (controls) =>
      controls.filter((control) => control.offsetParent).map((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        return { id: control.id, left, right, top, bottom };
      }),
    );
    for (const { id, left, right, top, bottom } of boxes) {
      assert.ok(left >= 0 && right <= size[1] && top >= 0 && bottom <= size[3], `${id} is on the screen`);
      assert.ok(bottom - top >= 38, `${id} is ${bottom - top} high`);
    }
    const stage = await (await page.$("#stage")).boundingBox();
    assert.ok(stage.height > size[3] / 3, `the stage is ${stage.height} high`);
  },

  "a tap plays": async (page) => {
    for (const playing of [true, false]) {
      await page.tap("#play");
      // A browser turns a tap into a press with a delay.
      await page.waitForFunction((playing) => window.viewer.player.playing === playing, { timeout: 5000 }, playing);
    }
  },

  "panels open one at a time": async (page) => {
    const open = () => page.$$eval("#nodes, #curves", (panels) => panels.filter((panel) => !panel.hidden).map(({ id }) => id));
    assert.deepEqual(await open(), []);
    await page.tap("#show-curves");
    assert.deepEqual(await open(), ["curves"]);
    await page.tap("#show-nodes");
    assert.deepEqual(await open(), ["nodes"]);
    await page.tap("#show-nodes");
    assert.deepEqual(await open(), []);
  },

  "a finger turns the view": async (page) => {
    const { x, y, width, height } = await (await page.$("#stage")).boundingBox();
    const before = await picture(page);
    const touch = await page.touchscreen.touchStart(x + width / 2, y + height / 2);
    await touch.move(x + width / 2 + 80, y + height / 2 + 10);
    await touch.end();
    await settle(page);
    assert.notEqual(await picture(page), before);
  },

  "two fingers zoom": async (page) => {
    const { x, y, width, height } = await (await page.$("#stage")).boundingBox();
    const [cx, cy] = [x + width / 2, y + height / 2];
    const before = await page.evaluate(() => window.viewer.distance());
    const [a, b] = [await page.touchscreen.touchStart(cx - 20, cy), await page.touchscreen.touchStart(cx + 20, cy)];
    await a.move(cx - 80, cy);
    await b.move(cx + 80, cy);
    await a.end();
    await b.end();
    await settle(page);
    const after = await page.evaluate(() => window.viewer.distance());
    assert.ok(after < before / 2, `${before} to ${after}`);
  },
};
