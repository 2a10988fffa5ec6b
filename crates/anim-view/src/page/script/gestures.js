// Mouse, fingers, wheel and keys on the canvas: orbit, pan and zoom.

const RADIANS_PER_PIXEL = 0.008;

/** Connects a canvas with a camera. `moved` is called after each change, `tapped` with a place that was only touched. */
function listenToGestures(canvas, camera, { moved, tapped, hovered }) {
  const pointers = new Map();
  let travelled = 0;

  const middle = () => {
    const all = [...pointers.values()];
    return [0, 1].map((axis) => all.reduce((sum, point) => sum + point[axis], 0) / all.length);
  };
  const spread = () => {
    const [a, b] = [...pointers.values()];
    return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
  };

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    if (pointers.size === 0) travelled = 0;
    pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
  });

  canvas.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) return hovered(event.offsetX, event.offsetY);
    const [before, apart] = [middle(), spread()];
    pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
    const now = middle();
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    travelled += Math.hypot(dx, dy);
    const isPan = pointers.size > 1 || event.shiftKey || event.buttons > 1;
    if (isPan) camera.pan(dx, dy);
    else camera.orbit(dx * RADIANS_PER_PIXEL, dy * RADIANS_PER_PIXEL);
    if (pointers.size > 1 && apart > 0 && spread() > 0) camera.zoom(apart / spread());
    moved();
  });

  const lift = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    if (event.type === "pointerup" && travelled < 5) tapped(event.offsetX, event.offsetY);
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("pointerleave", () => hovered(-1e6, -1e6));
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());

  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * 30;
      camera.zoom(Math.exp(pixels * 0.0015));
      moved();
    },
    { passive: false },
  );

  const keys = {
    w: () => camera.orbit(0, 0.1),
    s: () => camera.orbit(0, -0.1),
    a: () => camera.orbit(-0.1, 0),
    d: () => camera.orbit(0.1, 0),
    "+": () => camera.zoom(0.9),
    "=": () => camera.zoom(0.9),
    "-": () => camera.zoom(1 / 0.9),
  };
  canvas.addEventListener("keydown", (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? null : keys[event.key.toLowerCase()];
    if (!act) return;
    act();
    moved();
  });
}
