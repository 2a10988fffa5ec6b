// Solids that stand for bones and nodes, as faces of three or four points.

/** An octahedron from a joint to its child, thickest near the joint. */
function bone(from, to, axes) {
  const along = subtract(to, from);
  const size = length(along);
  const direction = unit(along);
  // The node's own axes, so that the faces turn with it.
  const hint = Math.abs(dot(unit(axes[0]), direction)) < 0.9 ? axes[0] : axes[1];
  const side = unit(cross(direction, hint), unit(cross(direction, [0.3, 0.5, 0.8])));
  const other = cross(direction, side);
  const center = add(from, scale(along, 0.16));
  const ring = [side, other, scale(side, -1), scale(other, -1)].map((d) => add(center, scale(d, size * 0.085)));
  return ring.flatMap((corner, index) => {
    const next = ring[(index + 1) % 4];
    return [
      [from, next, corner],
      [to, corner, next],
    ];
  });
}

/** A triangle from a joint to its child, for where there are too many bones to see their faces. */
function blade(from, to, axes) {
  const along = subtract(to, from);
  const side = scale(unit(cross(unit(along), axes[0]), axes[1]), length(along) * 0.085);
  return [[add(from, side), to, subtract(from, side)]];
}

/** A cube around a point along axes. */
function cube(center, axes, size) {
  const [x, y, z] = axes.map((axis, index) => scale(unit(axis, [[1, 0, 0], [0, 1, 0], [0, 0, 1]][index]), size / 2));
  const corner = (a, b, c) => add(center, add(scale(x, a), add(scale(y, b), scale(z, c))));
  return [-1, 1].flatMap((s) => [
    [corner(s, -1, -1), corner(s, s, -s), corner(s, 1, 1), corner(s, -s, s)],
    [corner(-1, s, -1), corner(-s, s, s), corner(1, s, 1), corner(s, s, -s)],
    [corner(-1, -1, s), corner(s, -s, s), corner(1, 1, s), corner(-s, s, s)],
  ]);
}
