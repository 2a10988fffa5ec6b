// Pages of state machines and scenes as files have them: which parts of the graph are active when.

import assert from "node:assert/strict";
import { settle, state } from "./browser.mjs";

const active = (page) => page.$$eval("#graph button.active", (buttons) => buttons.map(({ textContent }) => textContent));

/** Presses the last node of a name: a state, where a key is called as it is. */
async function press(page, name) {
  const isFound = await page.$$eval("#graph button", (buttons, name) => {
    const button = buttons.findLast(({ textContent }) => textContent === name);
    button?.click();
    return button !== undefined;
  }, name);
  assert.ok(isFound, name);
  await settle(page);
}

async function activeAt(page, time) {
  await page.evaluate((time) => window.viewer.player.seek(time), time);
  await settle(page);
  return active(page);
}

/** Of `stt/valid/gate.stt`: closed for 2 s, open for 1.5 s, in the wind for 3 s, open for 1.5 s. */
export const gateChecks = {
  "events stand on the timeline with their names, each at its time": async (page) => {
    const marks = await page.$$eval(".event", (marks) => marks.map((mark) => {
      const name = mark.querySelector("b");
      const { left, right } = name.getBoundingClientRect();
      return { name: name.textContent, isNamed: mark.classList.contains("named"), part: parseFloat(mark.style.left), left, right, title: mark.title };
    }));
    assert.deepEqual(marks.map(({ name, part }) => [name, Math.round(part * 100) / 100]), [["closed", 0], ["open", 25], ["in the wind", 43.75], ["open", 81.25]]);
    assert.ok(marks.every(({ isNamed, left, right }) => isNamed && right > left), "all have room for their names");
    marks.slice(1).forEach(({ left }, index) => assert.ok(left >= marks[index].right, marks[index].title));
  },

  "the active key follows the time, and so does the state that it plays": async (page) => {
    const open = ["open", "open"];
    const cases = [[0, ["> closed, exit", "closed"]], [1.99, ["> closed, exit", "closed"]], [2, open], [3.4, open]];
    cases.push([3.5, ["in the wind, exit", "in the wind"]], [6.5, open], [8, open]);
    for (const [time, expected] of cases) assert.deepEqual(await activeAt(page, time), expected, `at ${time}`);
  },

  "a press on a state opens its clip, and a pose does not play": async (page) => {
    await page.keyboard.press("Space");
    await press(page, "in the wind");
    assert.equal((await state(page)).playing, true);
    assert.deepEqual(await active(page), ["in the wind"]);
    await press(page, "closed");
    const { time, playing, duration } = await state(page);
    assert.deepEqual([time, playing, duration], [0, false, 0]);
    assert.deepEqual(await active(page), ["closed"]);
    await press(page, "> closed, exit");
    assert.equal((await state(page)).duration, 8);
  },
};

/** Of the clip `*` of `hsf-xml/valid/blocks.xml`. */
export const blocksChecks = {
  "animations are active while they play": async (page) => {
    const whole = await page.$$eval("#clip option", (options) => options.find(({ textContent }) => textContent === "*").value);
    await page.select("#clip", whole);
    assert.deepEqual(await activeAt(page, 0), []);
    // An animation lasts until all in it have ended, as in the player.
    assert.deepEqual(await activeAt(page, 1), ["first", "shapes"]);
    const wheels = ["first/wheel", "second/wheel"];
    assert.deepEqual((await activeAt(page, 3.75)).toSorted(), ["first", "second", ...wheels].toSorted());
    assert.deepEqual(await activeAt(page, 7.5), ["second", "second/wheel"]);
  },

  "a press on a part of the clip sets the time at which it begins": async (page) => {
    await press(page, "second/wheel");
    assert.equal((await state(page)).time, 3.5);
  },
};
