// Checks that every page must pass.

import assert from "node:assert/strict";
import { picture, settle, state, wait } from "./browser.mjs";

/** Poses in the page are kept in single precision. */
const PRECISION = 2e-6;

export const checks = {
  "the scrubber shows the right frame": async (page, { frames }) => {
    const { lastFrame } = await state(page);
    assert.equal(lastFrame + 1, frames.length, "as many frames as `anim pose` has");
    for (const [frame, expected] of frames.entries()) {
      await page.$eval("#scrubber", (scrubber, value) => {
        scrubber.value = value;
        scrubber.dispatchEvent(new Event("input", { bubbles: true }));
      }, frame);
      assert.equal((await state(page)).frame, frame);
      await comparePose(page, expected);
    }
    await settle(page);
    const shown = await page.$eval("#scrubber", ({ value, max }) => [Number(value), Number(max)]);
    assert.deepEqual(shown, [lastFrame, lastFrame]);
  },

  "keys are exact": async (page, { keys }) => {
    for (const expected of keys) {
      await page.evaluate((time) => window.viewer.player.seek(time), expected.time);
      await comparePose(page, expected);
    }
  },

  "the scrubber takes the full width and the mouse": async (page) => {
    const box = await (await page.$("#scrubber")).boundingBox();
    const width = await page.evaluate(() => window.innerWidth);
    assert.ok(box.width > width - 40, `${box.width} of ${width}`);
    const { lastFrame } = await state(page);
    for (const part of [0.1, 0.5, 0.9]) {
      await page.mouse.click(box.x + 8 + part * (box.width - 16), box.y + box.height / 2);
      const { frame } = await state(page);
      assert.ok(Math.abs(frame - part * lastFrame) <= 1, `frame ${frame} of ${lastFrame} at ${part}`);
    }
    await page.evaluate(() => document.activeElement.blur());
  },

  "Space plays and pauses without focus": async (page) => {
    await page.keyboard.press("Home");
    await settle(page);
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
    const before = await picture(page);
    await page.keyboard.press("Space");
    assert.equal((await state(page)).playing, true);
    for (let tries = 0; (await picture(page)) === before; tries++) {
      assert.ok(tries < 50, "the picture changes");
      await wait(50);
    }
    await page.keyboard.press("Space");
    assert.equal((await state(page)).playing, false);
    await settle(page);
    const paused = await picture(page);
    await wait(300);
    assert.equal(await picture(page), paused, "the canvas stands still");
  },

  "the button plays and pauses": async (page) => {
    await page.click("#play");
    assert.equal((await state(page)).playing, true);
    await settle(page);
    assert.equal(await page.$eval("#play", (play) => play.getAttribute("aria-label")), "Pause");
    await page.keyboard.press("Space");
    assert.equal((await state(page)).playing, false, "Space on the button is a press of it, once");
    await page.evaluate(() => document.activeElement.blur());
  },

  "arrow keys step by frames": async (page) => {
    const { lastFrame } = await state(page);
    const expect = async (key, frame) => {
      await page.keyboard.press(key);
      assert.equal((await state(page)).frame, Math.min(Math.max(frame, 0), lastFrame), key);
    };
    await expect("Home", 0);
    await expect("ArrowRight", 1);
    await expect("ArrowRight", 2);
    await expect("ArrowLeft", 1);
    await page.focus("#scrubber");
    await expect("ArrowRight", 2);
    await expect("ArrowLeft", 1);
    await expect("End", lastFrame);
    await expect("ArrowRight", lastFrame);
    await expect("ArrowLeft", lastFrame - 1);
    await page.evaluate(() => document.activeElement.blur());
    await expect("Home", 0);
    await expect("ArrowLeft", 0);
    await page.click("#forward");
    assert.equal((await state(page)).frame, 1);
    await page.click("#back");
    assert.equal((await state(page)).frame, 0);
    await page.evaluate(() => document.activeElement.blur());
  },

  "loop modes": async (page) => {
    const run = async (mode) => {
      await page.select("#loop", mode);
      return page.evaluate(() => {
        const { player } = window.viewer;
        player.playing = true;
        player.direction = 1;
        player.time = player.duration - 0.01;
        player.advance(0.03);
        const { time, playing, direction, duration } = player;
        player.pause();
        return { left: duration - time, time, playing, direction };
      });
    };
    const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} ${b}`);
    assert.equal(await page.$eval("#loop", (select) => select.value), "loop", "a page loops by default");
    const again = await run("loop");
    near(again.time, 0.02);
    assert.equal(again.playing, true);
    const back = await run("ping-pong");
    near(back.left, 0.02);
    assert.deepEqual([back.playing, back.direction], [true, -1]);
    const once = await run("once");
    assert.deepEqual([once.left, once.playing], [0, false]);
    await page.select("#loop", "loop");
  },

  "speed": async (page) => {
    for (const speed of ["0.25", "4", "1"]) {
      await page.select("#speed", speed);
      const gone = await page.evaluate(() => {
        const { player } = window.viewer;
        player.time = 0;
        player.advance(0.01);
        return player.time;
      });
      assert.ok(Math.abs(gone - 0.01 * Number(speed)) < 1e-9, `${gone} at ${speed}`);
    }
    await page.evaluate(() => document.activeElement.blur());
  },

  "every control is reached by the keyboard and has a name": async (page) => {
    const all = await page.evaluate(() => {
      const isSeen = (element) => element.offsetParent !== null && element.tabIndex >= 0;
      const controls = [...document.querySelectorAll("button, select, input, canvas, [role=treeitem]")].filter(isSeen);
      controls.forEach((control, index) => (control.dataset.tabTest = index));
      return controls.length;
    });
    const reached = new Set();
    for (let press = 0; press < all + 5; press++) {
      await page.keyboard.press("Tab");
      const found = await page.evaluate(() => document.activeElement.dataset?.tabTest);
      if (found !== undefined) reached.add(found);
    }
    assert.equal(reached.size, all);
    const tree = await page.accessibility.snapshot();
    const nameless = (node) => [
      ...(["button", "combobox", "slider", "treeitem", "img", "checkbox"].includes(node.role) && !node.name ? [node.role] : []),
      ...(node.children ?? []).flatMap(nameless),
    ];
    assert.deepEqual(nameless(tree), []);
    await page.evaluate(() => document.activeElement.blur());
  },

  "dragging, the wheel and buttons change the view": async (page) => {
    // Where every fixture has axes of some length.
    await page.keyboard.press("End");
    const box = await (await page.$("#stage")).boundingBox();
    const middle = [box.x + box.width / 2, box.y + box.height / 2];
    const changes = async (what, act) => {
      await settle(page);
      const before = await picture(page);
      await act();
      await settle(page);
      assert.notEqual(await picture(page), before, what);
    };
    const drag = async () => {
      await page.mouse.move(...middle);
      await page.mouse.down();
      await page.mouse.move(middle[0] + 60, middle[1] + 20, { steps: 4 });
      await page.mouse.up();
    };
    await changes("orbit", drag);
    await page.keyboard.down("Shift");
    await changes("pan", drag);
    await page.keyboard.up("Shift");
    await changes("zoom", () => page.mouse.wheel({ deltaY: 200 }));
    await changes("fit", () => page.click("#fit"));
    // The selected node always has its name and axes: without any others, deselecting it shows the difference.
    const nodes = await page.$$eval("[role=treeitem]", (items) => items.length);
    if (nodes === 1) await page.mouse.click(box.x + box.width - 10, box.y + box.height - 10);
    await changes("names", () => page.click("#show-names"));
    await changes("axes", () => page.click("#show-axes"));
    await changes("up", () => page.select("#up", "z"));
    await changes("up again", () => page.select("#up", "y"));
    await changes("keys", async () => {
      await page.focus("#canvas");
      await page.keyboard.press("d");
    });
    await page.click("#show-names");
    await page.click("#show-axes");
    if (nodes === 1) await page.click("[role=treeitem] .name");
    await page.evaluate(() => document.activeElement.blur());
  },

  "a node is named when it is pointed at, and selected when it is clicked": async (page) => {
    const nodes = await page.$$eval("[role=treeitem]", (items) => items.length);
    const at = await page.evaluate((node) => window.viewer.where(node), nodes - 1);
    const box = await (await page.$("#canvas")).boundingBox();
    await page.mouse.move(5, box.y + 5);
    await settle(page);
    const before = await picture(page);
    await page.mouse.move(box.x + at[0], box.y + at[1]);
    await settle(page);
    const found = await page.evaluate(() => window.viewer.hovered());
    assert.ok(found >= 0);
    if (nodes > 1) assert.notEqual(await picture(page), before);
    await page.mouse.click(box.x + at[0], box.y + at[1]);
    await settle(page);
    const name = await page.$eval("[aria-selected=true]", (item) => item.getAttribute("aria-label"));
    assert.equal(await page.$eval("#curves h2", (title) => title.textContent), name);
  },

  "the tree hides and shows nodes": async (page) => {
    await settle(page);
    const before = await picture(page);
    await page.click("[role=treeitem] input");
    await settle(page);
    assert.notEqual(await picture(page), before);
    await page.click("[role=treeitem] input");
    await settle(page);
    assert.equal(await picture(page), before);
    await page.focus("[role=treeitem][tabindex='0']");
    await page.keyboard.press("Home");
    await page.keyboard.press("Space");
    await settle(page);
    assert.equal(await page.$eval("[role=treeitem] input", (box) => box.checked), false, "by the keyboard");
    await page.keyboard.press("Space");
    assert.equal((await state(page)).playing, false);
    await page.evaluate(() => document.activeElement.blur());
  },

  "the cursor of the curves moves with the time, and a click on the chart sets the time": async (page) => {
    const hasCurves = async () => (await page.$(".chart")) !== null;
    const nodes = await page.$$("[role=treeitem] > .row .name");
    for (const node of nodes) {
      if (await hasCurves()) break;
      await node.click();
    }
    assert.ok(await hasCurves());
    const cursor = () => page.$eval(".cursor", (cursor) => cursor.getBoundingClientRect().x);
    await page.keyboard.press("Home");
    await settle(page);
    const start = await cursor();
    await page.keyboard.press("End");
    await settle(page);
    const end = await cursor();
    const box = await (await page.$(".chart")).boundingBox();
    assert.ok(end - start > box.width / 2, `${start} to ${end}`);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const { frame, lastFrame } = await state(page);
    assert.ok(Math.abs(frame - lastFrame / 2) <= 1, `frame ${frame} of ${lastFrame}`);
  },

  "light and dark differ": async (page) => {
    const pictures = [];
    for (const value of ["dark", "light"]) {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
      await settle(page);
      await settle(page);
      pictures.push(await picture(page));
    }
    assert.notEqual(...pictures);
  },
};

/** Compares the world maps of the page with those of `anim pose`. */
async function comparePose(page, expected) {
  const found = await page.evaluate(() => window.viewer.pose());
  const wanted = expected.nodes.flatMap((node) => node.world);
  assert.equal(found.world.length, wanted.length);
  const size = Math.max(1, ...wanted.map(Math.abs));
  const far = wanted.findIndex((number, index) => !(Math.abs(found.world[index] - number) <= PRECISION * size));
  const place = expected.nodes[Math.floor(far / 12)]?.name;
  assert.equal(far, -1, `${place} at ${expected.time}: ${found.world[far]} is not ${wanted[far]}`);
  const shown = expected.nodes.map((node) => node.alive);
  found.shown.forEach((isShown, node) => assert.ok(shown[node] || !isShown, `${expected.nodes[node].name} is not alive`));
}
