// The meshes, cameras and lights of a file, as numbers.

/** A scene; its columns are read when it is first shown. */
function readScene(source) {
  const optional = (read, place, count) => (place ? read(place, count) : null);
  const part = ({ corners, ...each }) => ({
    corners,
    surface: source.surfaces[each.surface] ?? { color: [1, 1, 1, 1], image: null, cut: 0, isBlended: false },
    positions: singles(each.positions, 3 * corners),
    normals: optional(singles, each.normals, 3 * corners),
    places: optional(singles, each.places, 2 * corners),
    joints: optional(shorts, each.joints, 4 * corners),
    weights: optional(singles, each.weights, 4 * corners),
    triangles: integers(each.triangles, each.indices),
    targets: each.targets.map((target) => optional(singles, target, 3 * corners)),
  });
  const skin = ({ joints, inverseBinds }) => ({ joints, inverseBinds: singles(inverseBinds, 12 * joints.length) });
  const image = ({ media, bytes, place }) => new Blob([octets(place, bytes)], { type: media });
  return {
    ...source,
    meshes: source.meshes.map((parts) => parts.map(part)),
    skins: source.skins.map(skin),
    images: source.images.map(image),
  };
}

/** For each node of a scene the node of a clip: the first one of a name is the first one there, and so on. −1 for none. */
function matchNodes(scene, clip) {
  const places = new Map();
  clip.nodes.forEach(({ name }, index) => places.set(name, [...(places.get(name) ?? []), index]));
  return Int32Array.from(scene.nodes, (name) => places.get(name)?.shift() ?? -1);
}

/** The nodes of a clip that its scene does not show. */
function outsideNodes(scene, clip) {
  if (!scene || scene.outside.length === 0) return [];
  const nodes = matchNodes(scene, clip);
  return scene.outside.map((node) => nodes[node]).filter((node) => node >= 0);
}

/** The boxes around the corners of a part that mostly follow each joint: `{ joint, corners }`. */
function boxesOf({ positions, joints, weights, isSkinned }) {
  const boxes = new Map();
  for (let corner = 0; corner < positions.length / 3; corner++) {
    let joint = 0;
    if (isSkinned && joints && weights) {
      let most = 0;
      for (let i = 1; i < 4; i++) if (weights[4 * corner + i] > weights[4 * corner + most]) most = i;
      joint = joints[4 * corner + most];
    }
    if (!boxes.has(joint)) boxes.set(joint, { low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] });
    const { low, high } = boxes.get(joint);
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], positions[3 * corner + axis]);
      high[axis] = Math.max(high[axis], positions[3 * corner + axis]);
    }
  }
  const cornersOf = ({ low, high }) => [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => [0, 1, 2].map((axis) => (corner & (1 << axis) ? high : low)[axis]));
  return Array.from(boxes, ([joint, box]) => ({ joint, corners: cornersOf(box) }));
}
