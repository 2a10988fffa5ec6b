// Lines of any width: each a rectangle that faces the eye.

const LINE_VERTEX = `
layout(location = 0) in vec3 here;
layout(location = 1) in vec3 there;
layout(location = 2) in vec4 color;
layout(location = 3) in float side;
uniform mat4 projection;
uniform vec2 size;
uniform float near;
out vec4 tint;
out vec3 place;
void main() {
  vec4 a = projection * vec4(here, 1.0);
  vec4 b = projection * vec4(there, 1.0);
  // What is behind the eye is cut off.
  float u = a.w < near ? clamp((near - a.w) / (b.w - a.w), 0.0, 1.0) : 0.0;
  float v = b.w < near ? clamp((near - b.w) / (a.w - b.w), 0.0, 1.0) : 0.0;
  vec4 start = mix(a, b, u);
  vec4 end = mix(b, a, v);
  vec2 along = (end.xy / end.w - start.xy / start.w) * size;
  vec2 shift = vec2(-along.y, along.x) * (side / max(length(along), 1e-6)) / size;
  bool isHidden = a.w < near && b.w < near;
  gl_Position = isHidden ? vec4(2.0, 2.0, 2.0, 1.0) : start + vec4(shift * start.w, 0.0, 0.0);
  place = mix(here, there, u);
  tint = color;
}`;

const LINE_FRAGMENT = `
in vec4 tint;
in vec3 place;
uniform vec4 fade;
out vec4 shown;
void main() {
  // Lines fade with their distance from a place, if there is a radius.
  float far = fade.w > 0.0 ? clamp(1.0 - distance(place, fade.xyz) / fade.w, 0.0, 1.0) : 1.0;
  float alpha = tint.a * far;
  shown = vec4(tint.rgb * alpha, alpha);
}`;

class Lines {
  /** Where the camera looks: what is sent is relative to it. */
  origin = [0, 0, 0];

  constructor(gl) {
    this.gl = gl;
    this.shader = makeProgram(gl, LINE_VERTEX, LINE_FRAGMENT);
    // Two corners at each end.
    this.shapes = new Shapes(gl, 4, [3, 3, 4, 1], [0, 1, 2, 2, 1, 3]);
  }

  /** Adds a line of a width in pixels. */
  add(from, to, color, alpha = 1, width = 1) {
    const { shapes, origin } = this;
    shapes.reserve(shapes.count + 1);
    const { numbers } = shapes;
    for (let corner = 0; corner < 4; corner++) {
      const at = 44 * shapes.count + 11 * corner;
      const isEnd = corner > 1;
      for (let i = 0; i < 3; i++) {
        numbers[at + i] = (isEnd ? to[i] : from[i]) - origin[i];
        numbers[at + 3 + i] = (isEnd ? from[i] : to[i]) - origin[i];
        numbers[at + 6 + i] = color[i];
      }
      numbers[at + 9] = alpha;
      // Seen from the other end, the other side is the same.
      numbers[at + 10] = (corner % 2 === 0) === isEnd ? -width : width;
    }
    shapes.count += 1;
  }

  /** Draws the lines that were added, and forgets them. They fade around a place, if there is one. */
  draw(camera, size, fade = null) {
    const { gl, shader, shapes } = this;
    if (shapes.count === 0) return;
    gl.useProgram(shader.program);
    gl.uniformMatrix4fv(shader.uniforms.projection, false, camera.projection);
    gl.uniform2fv(shader.uniforms.size, size);
    gl.uniform1f(shader.uniforms.near, camera.near);
    gl.uniform4fv(shader.uniforms.fade, fade ? [...subtract(fade.place, this.origin), fade.radius] : [0, 0, 0, 0]);
    shapes.send();
    shapes.draw();
    shapes.count = 0;
  }
}

const CELLS = 14;

/** Adds the grid of the floor around a place, in cells of a size. */
function addGrid(lines, { height, center, cell, color }) {
  const [cx, cz] = [Math.round(center[0] / cell), Math.round(center[2] / cell)];
  const at = (x, z) => [(x + cx) * cell, height, (z + cz) * cell];
  for (let i = -CELLS; i <= CELLS; i++) {
    // In halves, so that they fade from the middle on.
    for (const [from, to] of [[-CELLS, 0], [0, CELLS]]) {
      lines.add(at(i, from), at(i, to), color, 0.55);
      lines.add(at(from, i), at(to, i), color, 0.55);
    }
  }
  return { place: at(0, 0), radius: CELLS * cell };
}

/** Adds three axes from a point. */
function addAxes(lines, origin, axes, colors, width = 2) {
  axes.forEach((axis, index) => lines.add(origin, add(origin, axis), colors[index], 1, width));
}
