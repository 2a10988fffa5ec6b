// The charts of a page: zoom, pan, the value under the pointer, the unit of angles. Of `bvh/valid/walk.bvh`.

import assert from "node:assert/strict";
import { settle } from "./browser.mjs";

export const chartChecks = {
  "a view that follows keeps the selected node where it is": async (page) => {
    await (await page.$("[role=treeitem] .name")).click();
    const where = (time) =>
      page.evaluate(async (time) => {
        window.viewer.player.seek(time);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        return window.viewer.where(0);
      }, time);
    const moved = async () => {
      const [a, b] = [await where(0), await where(1)];
      return Math.hypot(a[0] - b[0], a[1] - b[1]);
    };
    assert.ok((await moved()) > 10, "the hips of a walk move");
    await page.click("#follow");
    const followed = await moved();
    assert.ok(followed < 0.5, `${followed} pixels`);
    await page.click("#follow");
    await page.click("#fit");
    await page.evaluate(() => window.viewer.player.seek(0));
    await settle(page);
  },

  "the wheel zooms all charts about the pointer, and a double click shows all": async (page) => {
    const chart = await page.$(".chart");
    const box = await chart.boundingBox();
    const span = () => page.evaluate(() => window.viewer.span());
    const [from, to] = await span();
    await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2);
    await page.mouse.wheel({ deltaY: -400 });
    await settle(page);
    const [left, right] = await span();
    // The time under the pointer stays.
    const [before, after] = [from + (to - from) / 4, left + (right - left) / 4];
    assert.ok(right - left < 0.7 * (to - from) && Math.abs(before - after) < 0.01 * (to - from), `${left} ${right}`);
    await page.keyboard.down("Shift");
    await page.mouse.wheel({ deltaY: 60 });
    await page.keyboard.up("Shift");
    await settle(page);
    assert.ok((await span())[0] > left, "sideways");
    await chart.click({ count: 2 });
    await settle(page);
    assert.deepEqual(await span(), [from, to]);
  },

  "the value of the nearest line is under the pointer": async (page) => {
    const box = await (await page.$(".chart")).boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + 9);
    const text = await page.$eval(".chart .readout", (readout) => readout.textContent);
    assert.match(text, /^[xyz] −?[\d.]+ · [\d.]+ s$/);
  },

  "angles are in degrees or in radians": async (page) => {
    const angles = () =>
      page.$$eval("figure", (figures) => {
        const figure = figures.find((figure) => figure.textContent.startsWith("euler"));
        return [figure.querySelector("b").textContent, ...Array.from(figure.querySelectorAll(".value span"), (value) => Number(value.textContent.replace("−", "-")))];
      });
    const [inDegrees, ...degrees] = await angles();
    await page.click("#degrees");
    const [inRadians, ...radians] = await angles();
    assert.ok(inDegrees.includes("(°)") && inRadians.includes("(rad)"), `${inDegrees} ${inRadians}`);
    degrees.forEach((value, index) => assert.ok(Math.abs((value * Math.PI) / 180 - radians[index]) < 1e-3 + 1e-3 * Math.abs(radians[index])));
    assert.ok(degrees.some((value) => value !== 0));
    await page.click("#degrees");
  },

  "a line can be hidden": async (page) => {
    const button = await page.$("figure button.value");
    const shown = () => page.$eval(".chart canvas", (canvas) => canvas.toDataURL());
    const before = await shown();
    await button.click();
    assert.notEqual(await shown(), before);
    await button.click();
    assert.equal(await shown(), before);
  },
};
