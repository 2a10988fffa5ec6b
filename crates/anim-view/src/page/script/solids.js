// Bones and joints: an octahedron for each bone, a cube where a node has no child.

const SOLID_VERTEX = `
layout(location = 0) in vec3 corner;
layout(location = 1) in float mark;
uniform mat4 model;
uniform mat4 projection;
uniform vec3 shadow;
uniform float ground;
out vec3 place;
out float marked;
void main() {
  vec4 world = model * vec4(corner, 1.0);
  // A shadow is where the light through a point meets the floor.
  if (shadow.y != 0.0) world.xyz += shadow * ((ground - world.y) / shadow.y);
  gl_Position = projection * world;
  place = world.xyz;
  marked = mark;
}`;

const SOLID_FRAGMENT = `
in vec3 place;
in float marked;
uniform vec4 plain;
uniform vec4 bright;
uniform vec3 light;
uniform vec3 eye;
out vec4 shown;
void main() {
  vec4 tint = marked > 0.5 ? bright : plain;
  vec3 normal = normalize(cross(dFdx(place), dFdy(place)));
  if (dot(normal, place - eye) > 0.0) normal = -normal;
  float shade = 0.5 + 0.95 * (0.5 - 0.5 * dot(normal, light));
  vec3 color = shade <= 1.0 ? tint.rgb * shade : mix(tint.rgb, vec3(1.0), shade - 1.0);
  shown = vec4((light == vec3(0.0) ? tint.rgb : color) * tint.a, tint.a);
}`;

/** The corners of triangles: of an octahedron, from its ends and the ring of four between them, and of a cube, whose corners
    are numbered by their three signs. */
const OCTAHEDRON = [0, 1, 2, 3].flatMap((corner) => [0, 2 + ((corner + 1) % 4), 2 + corner, 1, 2 + corner, 2 + ((corner + 1) % 4)]);
const CUBE = [[0, 2, 6, 4], [1, 5, 7, 3], [0, 4, 5, 1], [2, 3, 7, 6], [0, 1, 3, 2], [4, 6, 7, 5]].flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);

/** How far the ring of a bone is from its beginning, and how wide, as parts of its length. */
const RING_AT = 0.16;
const RING_SIZE = 0.085;

/** No light: all faces have one colour. */
const DARK = [0, 0, 0];

/** Flat shapes for a crowd: a kite for a bone, a square for a cube. */
const SQUARE = [0, 1, 2, 0, 2, 3];

/** More nodes than these are a crowd: flat, without shadows and with plain edges, since their faces would be too small to see. */
const CROWD = 800;

class Solids {
  constructor(gl) {
    this.gl = gl;
    this.shader = makeProgram(gl, SOLID_VERTEX, SOLID_FRAGMENT);
    this.bones = new Shapes(gl, 6, [3, 1], OCTAHEDRON);
    this.cubes = new Shapes(gl, 8, [3, 1], CUBE);
    this.kites = new Shapes(gl, 4, [3, 1], SQUARE);
    this.squares = new Shapes(gl, 4, [3, 1], SQUARE);
    // A kite may be thinner than a pixel.
    this.spines = new Shapes(gl, 2, [3, 1], [0, 1], gl.LINES);
    this.all = [this.bones, this.cubes, this.kites, this.squares, this.spines];
    this.hasChild = new Uint8Array(0);
  }

  /** Places a bone from each parent to each child, and a cube where a node has no child, relative to an origin. Two nodes are
      marked; nodes of `drawn` show themselves and need no cube. */
  fill(pose, hidden, [selected, hovered], { origin, radius, drawn }) {
    const { world, parents, shown } = pose;
    const count = shown.length;
    const isFlat = count > CROWD;
    for (const shapes of this.all) shapes.count = 0;
    const [bones, cubes] = isFlat ? [this.kites, this.squares] : [this.bones, this.cubes];
    bones.reserve(count);
    cubes.reserve(count);
    if (this.hasChild.length < count) this.hasChild = new Uint8Array(count);
    this.hasChild.fill(0);
    const areHidden = hidden.size > 0;
    const isSeen = (node) => shown[node] === 1 && !(areHidden && hidden.has(node));
    const least = radius * 1e-4;
    for (let node = 0; node < count; node++) {
      const parent = parents[node];
      if (parent < 0 || !isSeen(node) || !isSeen(parent)) continue;
      const mark = parent === selected || parent === hovered ? 1 : 0;
      if (!placeBone(bones.numbers, bones.width * bones.count, world, origin, 12 * parent, 12 * node, least, mark, isFlat)) continue;
      if (isFlat) this.addSpine();
      bones.count += 1;
      this.hasChild[parent] = 1;
    }
    const side = radius * (isFlat ? 0.01 : 0.0225);
    for (let node = 0; node < count; node++) {
      if (this.hasChild[node] === 1 || drawn?.[node] === 1 || !isSeen(node)) continue;
      const mark = node === selected || node === hovered ? 1 : 0;
      if (placeCube(cubes.numbers, cubes.width * cubes.count, world, origin, 12 * node, side, mark, isFlat)) cubes.count += 1;
    }
    for (const shapes of this.all) shapes.send();
  }

  /** Adds the line in the middle of the last kite. */
  addSpine() {
    const { kites, spines } = this;
    spines.reserve(spines.count + 1);
    const at = kites.count * kites.width;
    for (let i = 0; i < 4; i++) {
      spines.numbers[8 * spines.count + i] = kites.numbers[at + i];
      spines.numbers[8 * spines.count + 4 + i] = kites.numbers[at + 8 + i];
    }
    spines.count += 1;
  }

  /** Draws what was filled in. Without light all faces have one colour; with a shadow they lie on the floor. */
  draw(camera, model, { plain, bright, light, shadow = DARK, ground = 0 }) {
    const { gl, shader } = this;
    const { uniforms } = shader;
    gl.useProgram(shader.program);
    gl.uniformMatrix4fv(uniforms.projection, false, camera.projection);
    gl.uniformMatrix4fv(uniforms.model, false, model);
    gl.uniform4fv(uniforms.plain, plain);
    gl.uniform4fv(uniforms.bright, bright);
    gl.uniform3fv(uniforms.light, light);
    gl.uniform3fv(uniforms.eye, camera.offset);
    gl.uniform3fv(uniforms.shadow, shadow);
    gl.uniform1f(uniforms.ground, ground);
    for (const shapes of this.all) shapes.draw();
  }
}

/** Puts a bone from the node at `a` to the one at `b` in its place; false for one without length. */
function placeBone(out, o, world, origin, a, b, least, mark, isFlat) {
  const x = world[a + 3] - origin[0];
  const y = world[a + 7] - origin[1];
  const z = world[a + 11] - origin[2];
  const dx = world[b + 3] - world[a + 3];
  const dy = world[b + 7] - world[a + 7];
  const dz = world[b + 11] - world[a + 11];
  const size = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (!(size > least) || size === Infinity) return false;
  // Faces turn with the axes of the node, with one that is not along the bone.
  let hx = world[a];
  let hy = world[a + 4];
  let hz = world[a + 8];
  const along = (hx * dx + hy * dy + hz * dz) / size;
  if (along * along > 0.81 * (hx * hx + hy * hy + hz * hz)) {
    hx = world[a + 1];
    hy = world[a + 5];
    hz = world[a + 9];
  }
  let sx = dy * hz - dz * hy;
  let sy = dz * hx - dx * hz;
  let sz = dx * hy - dy * hx;
  let wide = Math.sqrt(sx * sx + sy * sy + sz * sz);
  if (!(wide > 0)) {
    sx = dy * 0.8 - dz * 0.5;
    sy = dz * 0.3 - dx * 0.8;
    sz = dx * 0.5 - dy * 0.3;
    wide = Math.sqrt(sx * sx + sy * sy + sz * sz) || 1;
  }
  const scale = (size * RING_SIZE) / wide;
  sx *= scale;
  sy *= scale;
  sz *= scale;
  if (isFlat) {
    put(out, o, x, y, z, mark);
    put(out, o + 4, x + sx, y + sy, z + sz, mark);
    put(out, o + 8, x + dx, y + dy, z + dz, mark);
    put(out, o + 12, x - sx, y - sy, z - sz, mark);
    return true;
  }
  const tx = (dy * sz - dz * sy) / size;
  const ty = (dz * sx - dx * sz) / size;
  const tz = (dx * sy - dy * sx) / size;
  const cx = x + dx * RING_AT;
  const cy = y + dy * RING_AT;
  const cz = z + dz * RING_AT;
  put(out, o, x, y, z, mark);
  put(out, o + 4, x + dx, y + dy, z + dz, mark);
  put(out, o + 8, cx + sx, cy + sy, cz + sz, mark);
  put(out, o + 12, cx + tx, cy + ty, cz + tz, mark);
  put(out, o + 16, cx - sx, cy - sy, cz - sz, mark);
  put(out, o + 20, cx - tx, cy - ty, cz - tz, mark);
  return true;
}

function put(out, o, x, y, z, mark) {
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
  out[o + 3] = mark;
}

/** Puts a cube along the axes of a node around it; false where there is no place for it. */
function placeCube(out, o, world, origin, a, half, mark, isFlat) {
  const x = world[a + 3] - origin[0];
  const y = world[a + 7] - origin[1];
  const z = world[a + 11] - origin[2];
  if (!Number.isFinite(x + y + z)) return false;
  if (isFlat) return placeSquare(out, o, x, y, z, half, mark);
  for (let corner = 0; corner < 8; corner++) put(out, o + 4 * corner, x, y, z, mark);
  for (let axis = 0; axis < 3; axis++) {
    const size = Math.sqrt(world[a + axis] ** 2 + world[a + 4 + axis] ** 2 + world[a + 8 + axis] ** 2);
    const has = size > 0 && size < Infinity;
    for (let row = 0; row < 3; row++) {
      const step = has ? (world[a + 4 * row + axis] / size) * half : axis === row ? half : 0;
      for (let corner = 0; corner < 8; corner++) out[o + 4 * corner + row] += corner & (1 << axis) ? step : -step;
    }
  }
  return true;
}

function placeSquare(out, o, x, y, z, half, mark) {
  put(out, o, x - half, y - half, z, mark);
  put(out, o + 4, x + half, y - half, z, mark);
  put(out, o + 8, x + half, y + half, z, mark);
  put(out, o + 12, x - half, y + half, z, mark);
  return true;
}
