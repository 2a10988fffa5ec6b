// Play, pause, steps, the scrubber, loop and speed, and the keys for them.

/** The moment as people read it, and of how many: a frame by the file's own numbers, the time where there are no frames. */
function describeMoment(player) {
  const { clip, frame, lastFrame, time, duration } = player;
  const seconds = `${time.toFixed(3)} s`;
  if (!clip.hasRate) return { moment: seconds, rest: [`of ${duration.toFixed(3)} s`] };
  const number = (value) => Number((value + clip.firstFrame).toFixed(3));
  return { moment: `frame ${number(frame)}`, rest: [`of ${number(lastFrame)}`, seconds] };
}

/** What controls do where there are frames, and where there are none, with their keys. */
const STEPS = {
  first: ["First frame", "Start", "Home"],
  back: ["One frame back", "A moment back", "←"],
  forward: ["One frame forward", "A moment forward", "→"],
  last: ["Last frame", "End", "End"],
};

/** Connects the controls with a player; returns what shows the player's state. */
function listenToTransport(player) {
  const element = (id) => document.getElementById(id);
  const scrubber = element("scrubber");
  const moment = element("moment");
  const small = document.createElement("small");
  moment.replaceChildren("", small);
  new ResizeObserver(() => player.clip && showMarks(element("events"), player)).observe(element("track"));
  const on = (id, act) => element(id).addEventListener("click", act);

  on("play", () => player.toggle());
  on("first", () => player.stop(0));
  on("last", () => player.stop(player.lastFrame));
  on("back", () => player.stop(previousFrame(player)));
  on("forward", () => player.stop(player.frame + 1));
  element("loop").addEventListener("change", (event) => player.setLoop(event.target.value));
  element("speed").addEventListener("change", (event) => (player.speed = Number(event.target.value)));
  // The scrubber counts frames: wherever it is dropped, a frame of the file is shown.
  scrubber.addEventListener("input", () => player.stopNear(Number(scrubber.value)));
  window.addEventListener("keydown", (event) => {
    if (handleKey(event, player)) event.preventDefault();
  });

  return {
    load() {
      const { hasRate } = player.clip;
      scrubber.max = player.reach;
      scrubber.setAttribute("aria-label", hasRate ? "Frame" : "Time");
      for (const [id, [ofFrames, ofTime, key]] of Object.entries(STEPS)) {
        const name = hasRate ? ofFrames : ofTime;
        element(id).setAttribute("aria-label", name);
        element(id).title = `${name} (${key})`;
      }
      showMarks(element("events"), player);
    },
    show() {
      const { moment: now, rest } = describeMoment(player);
      scrubber.value = player.place;
      scrubber.setAttribute("aria-valuetext", `${now} ${rest.join(", ")}`);
      moment.firstChild.data = now;
      small.textContent = ` ${rest.join(" · ")}`;
      document.body.classList.toggle("playing", player.playing);
      element("play").setAttribute("aria-label", player.playing ? "Pause" : "Play");
    },
  };
}

/** The frame before the one that is shown, or the one that is shown if it began a while ago. */
function previousFrame(player) {
  const isBetween = player.clip && player.clip.frameOfTime(player.time) - player.frame > 1e-6;
  return isBetween ? player.frame : player.frame - 1;
}

/** Keys that work wherever the focus is, unless it is on something that has its own use for them. */
function handleKey(event, player) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const focus = event.target instanceof Element ? event.target : document.body;
  const hasOwnKeys = focus.closest("select, [role=tree], input[type=search], .shapes") !== null;
  const isPressed = focus.closest("button, input:not([type=range])") !== null;
  switch (event.key) {
    case " ":
      if (hasOwnKeys || isPressed) return false;
      if (!event.repeat) player.toggle();
      return true;
    case "ArrowLeft":
    case "ArrowRight": {
      if (hasOwnKeys) return false;
      const isBack = event.key === "ArrowLeft";
      const frames = event.shiftKey ? 10 : 1;
      player.stop((isBack ? previousFrame(player) : player.frame + 1) + (isBack ? 1 - frames : frames - 1));
      return true;
    }
    case "Home":
    case "End":
      if (hasOwnKeys) return false;
      player.stop(event.key === "Home" ? 0 : player.lastFrame);
      return true;
    default:
      return false;
  }
}
