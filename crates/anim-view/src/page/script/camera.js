// The eye: it looks at a target from a distance, and maps points of space to points of the canvas.

const FIELD_OF_VIEW = (32 * Math.PI) / 180;
const STEEPEST = Math.PI / 2 - 0.01;

class Camera {
  yaw = 0.6;
  pitch = 0.22;
  distance = 5;
  target = [0, 0, 0];
  /** The size of what there is to see. */
  radius = 1;
  projection = new Float32Array(16);
  /** The eye as seen from the target. */
  offset = [0, 0, 5];

  /** Looks at the middle of points from as near as shows them all, with some room around. */
  fit(points, center, radius, [width, height]) {
    const ROOM = 0.8;
    this.target = center;
    this.radius = radius;
    this.prepare(width, height);
    const [tallest, widest] = [height, width].map((size) => (size / 2 / this.focal) * ROOM);
    this.distance = points.reduce((most, point) => {
      const d = subtract(point, center);
      const across = Math.max(Math.abs(dot(d, this.right)) / widest, Math.abs(dot(d, this.up)) / tallest);
      return Math.max(most, across + dot(d, this.back));
    }, radius * 0.5);
  }

  orbit(dx, dy) {
    this.yaw -= dx;
    this.pitch = Math.min(Math.max(this.pitch + dy, -STEEPEST), STEEPEST);
  }

  /** Moves the target by pixels of the canvas. */
  pan(dx, dy) {
    const perPixel = this.distance / this.focal;
    const sideways = scale(this.right, -dx * perPixel);
    this.target = add(this.target, add(sideways, scale(this.up, dy * perPixel)));
  }

  zoom(factor) {
    this.distance = Math.min(Math.max(this.distance * factor, this.radius / 100), this.radius * 100);
  }

  /** Gets ready to draw on a canvas of a size. */
  prepare(width, height) {
    const [cos, sin] = [Math.cos(this.pitch), Math.sin(this.pitch)];
    this.back = [cos * Math.sin(this.yaw), sin, cos * Math.cos(this.yaw)];
    this.right = [Math.cos(this.yaw), 0, -Math.sin(this.yaw)];
    this.up = cross(this.back, this.right);
    this.eye = add(this.target, scale(this.back, this.distance));
    this.focal = height / 2 / Math.tan(FIELD_OF_VIEW / 2);
    this.middle = [width / 2, height / 2];
    this.near = this.distance / 100;
  }

  /** A point as seen by the eye: right, up, and how far away. */
  seen(point) {
    const d = subtract(point, this.eye);
    return [dot(d, this.right), dot(d, this.up), -dot(d, this.back)];
  }

  onCanvas([x, y, depth]) {
    return [this.middle[0] + (x * this.focal) / depth, this.middle[1] - (y * this.focal) / depth];
  }

  /** Where a point is on the canvas, and how far away; nothing for one behind the eye. */
  project(point) {
    const seen = this.seen(point);
    return seen[2] > this.near ? [...this.onCanvas(seen), seen[2]] : null;
  }

  /** The map from points of space to those of the graphics library, column by column, in memory that is reused. The points are
      relative to the target: single precision is coarse far from the origin. */
  matrix() {
    const { right, up, back, distance, near, projection: out } = this;
    this.offset = scale(back, distance);
    const far = this.distance + this.radius * 1000;
    const tall = 1 / Math.tan(FIELD_OF_VIEW / 2);
    const wide = (tall * this.middle[1]) / this.middle[0];
    const [deep, shift] = [(far + near) / (near - far), (2 * far * near) / (near - far)];
    for (let axis = 0; axis < 3; axis++) {
      out[4 * axis] = wide * right[axis];
      out[4 * axis + 1] = tall * up[axis];
      out[4 * axis + 2] = deep * back[axis];
      out[4 * axis + 3] = -back[axis];
    }
    out[12] = out[13] = 0;
    out[14] = -deep * distance + shift;
    out[15] = distance;
    return out;
  }
}
