// A page with a skinned mesh, the one of skinned.mjs: the expected pixels follow from its corners.

import assert from "node:assert/strict";
import { picture, settle } from "./browser.mjs";

/** The colour of the canvas where a point of space is. */
export async function colorAt(page, point) {
  return page.evaluate((point) => {
    const [x, y] = window.viewer.project(point);
    const canvas = document.getElementById("canvas");
    const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
    const context = copy.getContext("2d");
    context.drawImage(canvas, 0, 0);
    const ratio = canvas.width / canvas.clientWidth;
    return Array.from(context.getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1).data);
  }, point);
}

const isRed = ([red, green, blue, alpha]) => alpha > 200 && red > 90 && red > 2 * green && red > 2 * blue;

async function seek(page, time) {
  await page.evaluate((time) => window.viewer.player.seek(time), time);
  await settle(page);
}

export const meshChecks = {
  "a skin follows its joints": async (page) => {
    // Pixels of the end that points up at first and to +X after a second, away from the bones.
    const [up, aside] = [[0.2, 1.75, 0.15], [0.85, 1.12, 0.15]];
    await seek(page, 0);
    assert.ok(isRed(await colorAt(page, up)), `${await colorAt(page, up)}`);
    assert.ok(!isRed(await colorAt(page, aside)), `${await colorAt(page, aside)}`);
    await seek(page, 1);
    assert.ok(!isRed(await colorAt(page, up)), `${await colorAt(page, up)}`);
    assert.ok(isRed(await colorAt(page, aside)), `${await colorAt(page, aside)}`);
    await seek(page, 0);
  },

  "meshes can be hidden": async (page) => {
    await page.click("#show-mesh");
    await settle(page);
    assert.ok(!isRed(await colorAt(page, [0.2, 1.75, 0.15])));
    await page.click("#show-mesh");
    await settle(page);
    assert.ok(isRed(await colorAt(page, [0.2, 1.75, 0.15])));
  },

  "names are shown without what all begin with, and found": async (page) => {
    const names = () => page.$$eval("[role=treeitem]:not([hidden]) .name", (names) => names.map(({ textContent }) => textContent));
    assert.deepEqual(await names(), ["root", "bend", "bar", "camera", "lamp"]);
    await page.type("#find", "BEN");
    assert.deepEqual(await names(), ["root", "bend"]);
    await page.$eval("#find", (find) => {
      find.value = "";
      find.dispatchEvent(new Event("input"));
    });
    assert.equal((await names()).length, 5);
  },

  "a blend shape has a slider with its name, which moves the mesh": async (page) => {
    const labels = await page.$$("[role=treeitem] .name");
    await labels[2].click();
    assert.equal(await page.$eval(".shapes label span", (name) => name.textContent), "broad");
    // Twice as wide as at first.
    const beyond = [0.5, 0.5, 0.15];
    await settle(page);
    assert.ok(!isRed(await colorAt(page, beyond)));
    await page.$eval(".shapes input", (slider) => {
      slider.value = 1;
      slider.dispatchEvent(new Event("input"));
    });
    await settle(page);
    assert.ok(isRed(await colorAt(page, beyond)), `${await colorAt(page, beyond)}`);
    await page.click(".shapes button");
    await settle(page);
    assert.ok(!isRed(await colorAt(page, beyond)));
  },

  "a muted channel does not move the mesh, and a soloed one does": async (page) => {
    const labels = await page.$$("[role=treeitem] .name");
    await labels[1].click();
    await seek(page, 1);
    const up = [0.2, 1.75, 0.15];
    for (const [button, isUp] of [["Mute", true], ["Mute", false], ["Solo", false], ["Solo", false]]) {
      await page.click(`.switches [aria-label="${button} rotation"]`);
      await settle(page);
      assert.equal(isRed(await colorAt(page, up)), isUp, button);
    }
    await seek(page, 0);
  },

  "trails and ghosts change the picture": async (page) => {
    await seek(page, 0.5);
    for (const id of ["show-trail", "show-ghosts"]) {
      const before = await picture(page);
      await page.click(`#${id}`);
      await settle(page);
      assert.notEqual(await picture(page), before, id);
      await page.click(`#${id}`);
      await settle(page);
      assert.equal(await picture(page), before, id);
    }
  },
};
