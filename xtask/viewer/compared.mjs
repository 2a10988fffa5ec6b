// A page of two files that are compared.

import assert from "node:assert/strict";
import { settle } from "./browser.mjs";

export const comparedChecks = {
  "both files are shown, next to each other and then over each other, at the same time": async (page) => {
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

/** A game's figure in millimetres with Y down, and a recording that states neither. */
export const unlikeChecks = {
  "a file that states no axes stands upright, as high as the first one": async (page) => {
    const actors = await page.evaluate(() => window.viewer.actors());
    assert.deepEqual(actors.map(({ second }) => second), [[0, -1, 0], [0, 1, 0]]);
    const covered = await coverage(page);
    assert.ok(covered > 0.002 && covered < 0.2, `${covered} of the space is covered`);
  },
};

/** Which part of the space is covered by what cannot be seen through. */
function coverage(page) {
  return page.evaluate(async () => {
    const picture = new Image();
    picture.src = document.getElementById("canvas").toDataURL();
    await picture.decode();
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    return data.filter((value, at) => at % 4 === 3 && value > 250).length / (data.length / 4);
  });
}
