// A page of two files that are compared.

import assert from "node:assert/strict";
import { settle } from "./browser.mjs";

export const comparedChecks = {
  "both files are shown, beside each other and then over each other, at one time": async (page) => {
    const actors = () => page.evaluate(() => window.viewer.actors());
    const [first, second] = await actors();
    assert.equal((await actors()).length, 2);
    assert.ok(second.shift[0] > 0 && first.shift[0] === 0, `${second.shift}`);
    const groups = await page.$$eval("#compare optgroup", (groups) => groups.map(({ label }) => label));
    assert.deepEqual(groups, ["walk.tod", "spin.tod"]);
    await page.click("#beside");
    await settle(page);
    assert.equal((await actors())[1].shift[0], 0);
    await page.evaluate(() => window.viewer.player.seek(0.25));
    await settle(page);
    assert.deepEqual((await actors()).map(({ time }) => time), [0.25, 0.25]);
    await page.select("#compare", "-1");
    await settle(page);
    assert.equal((await actors()).length, 1);
  },
};
