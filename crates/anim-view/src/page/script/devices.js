// Cameras and lights, as outlines of what they see and where they shine.

/** Adds the outlines of the cameras and lights of an actor. */
function addDevices(lines, actor, radius, colors) {
  const { scene, nodes } = actor.bodies;
  const size = radius * 0.16;
  const placed = (device, draw) => {
    const node = nodes[device.node];
    const at = node < 0 ? null : actor.place(node);
    if (!at) return;
    const [x, y, z] = actor.axes(node).map((axis) => unit(axis));
    const point = (a, b, c) => add(at, add(scale(x, a), add(scale(y, b), scale(z, c))));
    draw(point, device);
  };
  for (const camera of scene.cameras) placed(camera, (point) => addCamera(lines, point, camera, size, colors.camera));
  for (const light of scene.lights) {
    placed(light, (point) => addLight(lines, point, light, size, light.color.map((part) => Math.min(part, 1)), colors.light));
  }
}

/** A frustum that opens along −Z, with a mark on its upper edge. */
function addCamera(lines, point, { isParallel, width, height }, size, color) {
  const most = Math.max(width, height) || 1;
  // As deep as makes its front about as large as other cameras' fronts.
  const depth = isParallel ? size : size / Math.max(most, 0.6);
  const [w, h] = isParallel ? [(width / most) * size * 0.6, (height / most) * size * 0.6] : [width * depth, height * depth];
  const corners = [[-w, -h], [w, -h], [w, h], [-w, h]];
  const far = corners.map(([a, b]) => point(a, b, -depth));
  const near = corners.map(([a, b]) => (isParallel ? point(a, b, 0) : point(0, 0, 0)));
  far.forEach((corner, index) => {
    lines.add(corner, far[(index + 1) % 4], color, 1, 1.4);
    lines.add(near[index], corner, color, 1, 1.4);
    if (isParallel) lines.add(corner, near[(index + 1) % 4], color, 0, 1);
  });
  lines.add(point(-w / 2, h * 1.1, -depth), point(0, h * 1.5, -depth), color, 1, 1.4);
  lines.add(point(w / 2, h * 1.1, -depth), point(0, h * 1.5, -depth), color, 1, 1.4);
}

/** Rays from the light in its own colour, and its outline in that of lights. */
function addLight(lines, point, { kind, angle }, size, tint, color) {
  const STEPS = 12;
  const around = (step, wide, deep) => {
    const turn = (2 * Math.PI * step) / STEPS;
    return point(Math.cos(turn) * wide, Math.sin(turn) * wide, deep);
  };
  const ring = (wide, deep) => {
    for (let step = 0; step < STEPS; step++) lines.add(around(step, wide, deep), around(step + 1, wide, deep), color, 1, 1.4);
  };
  if (kind === "cone") {
    const wide = Math.min(Math.tan(Math.min(angle, 1.5)) * size, 2 * size);
    ring(wide, -size);
    for (let step = 0; step < STEPS; step += 3) lines.add(point(0, 0, 0), around(step, wide, -size), tint, 1, 1.4);
  } else if (kind === "parallel") {
    ring(size * 0.3, 0);
    for (let step = 0; step < STEPS; step += 3) lines.add(around(step, size * 0.3, 0), around(step, size * 0.3, -size), tint, 1, 1.4);
  } else {
    ring(size * 0.25, 0);
    for (let step = 0; step < STEPS; step += 1) lines.add(around(step, size * 0.35, 0), around(step, size * 0.55, 0), tint, 1, 1.4);
    for (const side of [-1, 1]) lines.add(point(0, 0, side * size * 0.35), point(0, 0, side * size * 0.55), tint, 1, 1.4);
  }
}
