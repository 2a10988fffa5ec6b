// Pages of the files of `inputs.mjs`, and of one whose nodes are below themselves: what lies at the limits of pages.

import assert from "node:assert/strict";
import { settle, state } from "./browser.mjs";
import { colorAt } from "./meshes.mjs";

/** The values of the selected node as they are told, each with its label. */
const values = (page) => page.$$eval("figure .value", (values) => values.map(({ textContent }) => textContent));
const moment = (page) => page.$eval("#moment", ({ textContent }) => textContent);
const facts = (page) => page.$eval("#facts", ({ textContent }) => textContent);

/** What brings a page to its end, and what it shows there. */
const reachesEnd = (duration, value) => async (page) => {
  const box = async (what) => (await page.$(what)).boundingBox();
  const [chart, scrubber] = [await box(".chart"), await box("#scrubber")];
  const { lastFrame } = await state(page);
  const ways = {
    "the key End": () => page.keyboard.press("End"),
    "arrow keys": async () => {
      for (let press = 0; press < lastFrame; press++) await page.keyboard.press("ArrowRight");
    },
    "the button": () => page.click("#last"),
    "the scrubber": () => page.mouse.click(scrubber.x + scrubber.width - 4, scrubber.y + scrubber.height / 2),
    "a chart": () => page.mouse.click(chart.x + chart.width - 1, chart.y + chart.height / 2),
  };
  for (const [way, go] of Object.entries(ways)) {
    await page.evaluate(() => window.viewer.player.stop(0));
    await settle(page);
    assert.equal((await values(page))[0], "x 0", way);
    await go();
    await settle(page);
    const { time } = await state(page);
    assert.ok(Math.abs(time - duration) < 1e-6, `${way}: ${time}`);
    assert.equal((await values(page))[0], `x ${value}`, way);
    const [at, end] = await page.$eval("#scrubber", ({ value, max }) => [Number(value), Number(max)]);
    assert.ok(Math.abs(at - end) < 1e-9, `${way}: ${at} of ${end}`);
    await page.evaluate(() => document.activeElement.blur());
  }
  await page.keyboard.press("ArrowLeft");
  const before = await state(page);
  assert.equal(before.frame, before.lastFrame - 1);
  assert.ok(Math.abs(before.time - before.frame / 60) < 1e-9, "the moments before the end are those of frames");
  assert.doesNotMatch(await page.$eval("footer", (footer) => footer.outerHTML.toLowerCase()), /frame/, "there are none");
};

export const limitChecks = {
  steps: {
    "without a rate everything leads to the end": reachesEnd(25 / 24, 25),
    "the moment is told in seconds": async (page) => {
      await page.keyboard.press("End");
      await settle(page);
      assert.equal(await moment(page), "1.042 s of 1.042 s");
    },
  },
  short: { "a clip that is shorter than a frame has a start and an end": reachesEnd(0.01, 5) },
  far: {
    "a figure far from the origin is whole": async (page) => {
      const at = ([x, y, z]) => [1e6 + x, 2e5 + y, -3e6 + z];
      for (const height of [0.3, 1.3, 2.3]) {
        const [on, beside] = [await colorAt(page, at([0, height, 0])), await colorAt(page, at([0.3, height, 0]))];
        assert.ok(on[3] > 200 && beside[3] < 150, `${on} and ${beside} at ${height}`);
      }
    },
    "so are bones seen through another part of time": async (page) => {
      await page.click("#show-ghosts");
      await page.click("#follow");
      await settle(page);
      assert.ok((await colorAt(page, [1e6, 2e5 + 1.3, -3e6]))[3] > 200);
    },
  },
  values: {
    "numbers have six digits, and all before the point": async (page) => {
      assert.deepEqual((await values(page)).slice(0, 3), ["x 12344.4", "y 99999", "z 123456"]);
      await page.keyboard.press("End");
      await settle(page);
      assert.deepEqual((await values(page)).slice(0, 3), ["x 12347.3", "y 54321", "z 123987"]);
    },
  },
  narrow: {
    "the ends of a chart are told apart": async (page) => {
      const told = await page.evaluate(async () => {
        const told = [];
        const { fillText } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
          if (this.canvas.closest(".chart")) told.push(text);
          return fillText.call(this, text, ...rest);
        };
        document.querySelector(".chart").dispatchEvent(new MouseEvent("dblclick"));
        CanvasRenderingContext2D.prototype.fillText = fillText;
        return told;
      });
      assert.deepEqual(told.slice(0, 2), ["123456.75", "123456.5"]);
    },
  },
  slow: {
    "slow rates have digits": async (page) => assert.equal(await facts(page), "900 s · 0.00333333 frames/s · 4 nodes"),
  },
  outside: {
    "a node in no scene is listed, but neither shown nor in the way of the view": async (page) => {
      assert.deepEqual((await page.evaluate(() => window.viewer.pose())).shown, [true, true, false]);
      assert.equal((await page.$$("[role=treeitem]")).length, 3);
      const distance = await page.evaluate(() => window.viewer.distance());
      assert.ok(distance < 20, `${distance}`);
    },
  },
  cycle: {
    "nodes that are below themselves are all listed": async (page) => {
      const names = () => page.$$eval("[role=treeitem] .name", (names) => names.map(({ textContent }) => textContent));
      const { world } = await page.evaluate(() => window.viewer.pose());
      assert.equal((await names()).length, world.length / 12);
      for (const name of await names()) {
        await page.$$eval("[role=treeitem] .name", (items, name) => items.find(({ textContent }) => textContent === name).click(), name);
        await page.focus("[role=treeitem][tabindex='0']");
        // Closes the branch and opens it again, or goes to the parent and back.
        for (const key of ["ArrowLeft", "ArrowRight"]) await page.keyboard.press(key);
        assert.equal(await page.$eval("[aria-selected=true] .name", ({ textContent }) => textContent), name);
      }
      await page.type("#find", (await names()).at(-1));
      assert.ok((await names()).length > 0);
    },
  },
};
