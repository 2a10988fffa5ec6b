// The floor: a grid that fades, the axes of the file, and shadows.

const CELLS = 14;
const BANDS = 4;

/** Draws the grid at a height around a place, in cells of a size. */
function drawGrid(context, camera, { height, center, cell, color }) {
  const [cx, cz] = [Math.round(center[0] / cell), Math.round(center[2] / cell)];
  const bands = Array.from({ length: BANDS }, () => new Path2D());
  const segment = (x1, z1, x2, z2) => {
    const far = Math.hypot((x1 + x2) / 2, (z1 + z2) / 2) / CELLS;
    if (far >= 1) return;
    const at = (x, z) => [(x + cx) * cell, height, (z + cz) * cell];
    const line = camera.line(at(x1, z1), at(x2, z2));
    if (!line) return;
    const band = bands[Math.floor(far * BANDS)];
    band.moveTo(...line[0]);
    band.lineTo(...line[1]);
  };
  for (let i = -CELLS; i <= CELLS; i++) {
    for (let j = -CELLS; j < CELLS; j++) {
      segment(i, j, i, j + 1);
      segment(j, i, j + 1, i);
    }
  }
  context.strokeStyle = color;
  context.lineWidth = 1;
  bands.forEach((band, index) => {
    context.globalAlpha = 0.55 * (1 - (index + 0.5) / BANDS);
    context.stroke(band);
  });
  context.globalAlpha = 1;
}

/** Draws three axes of a length from a point, with their letters. */
function drawAxes(context, camera, origin, axes, colors, { width = 2, letters = true } = {}) {
  axes.forEach((axis, index) => {
    const end = add(origin, axis);
    const line = camera.line(origin, end);
    if (!line) return;
    context.strokeStyle = colors[index];
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(...line[0]);
    context.lineTo(...line[1]);
    context.stroke();
    const tip = letters && camera.project(add(origin, scale(axis, 1.15)));
    if (!tip) return;
    context.fillStyle = colors[index];
    context.fillText("XYZ"[index], tip[0], tip[1]);
  });
}

/** Draws the shadow of faces on the floor. */
function drawShadow(context, camera, faces, height, light, color) {
  const shadow = new Path2D();
  for (const face of faces) {
    const onFloor = face.map((p) => add(p, scale(light, (height - p[1]) / light[1])));
    const seen = onFloor.map((p) => camera.project(p));
    if (seen.some((p) => !p)) continue;
    // All faces run one way round, so that where they overlap the shadow is not cut out.
    const area = seen.reduce((sum, p, i) => sum + p[0] * seen[(i + 1) % seen.length][1] - seen[(i + 1) % seen.length][0] * p[1], 0);
    if (area < 0) seen.reverse();
    // What is filled needs not be closed, which takes browsers ever longer the more there is of a path.
    seen.forEach((p, i) => (i ? shadow.lineTo(p[0], p[1]) : shadow.moveTo(p[0], p[1])));
  }
  context.globalAlpha = 0.16;
  context.fillStyle = color;
  context.fill(shadow);
  context.globalAlpha = 1;
}
