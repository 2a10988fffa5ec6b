// The clip in space: what the canvas shows.

const LIGHT = unit([-0.35, -1, -0.3]);
const COLORS = ["bone", "bone-selected", "floor", "shadow", "text", "panel", "c0", "c1", "c2"];

/** More nodes than these are drawn flat and without shadows: a face each is all that is drawn in time. */
const CROWD = 800;

class Stage {
  camera = new Camera();
  /** Nodes that the user hid. */
  hidden = new Set();
  selected = -1;
  hovered = -1;
  showNames = false;
  showAxes = false;

  constructor(canvas, up) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.setUp(up);
    this.readColors();
  }

  setUp(up) {
    this.turn = TURNS[up];
    if (this.clip) this.load(this.clip);
  }

  /** Takes the colours of the style sheet, which depend on the ground. */
  readColors() {
    const style = getComputedStyle(document.documentElement);
    this.colors = Object.fromEntries(COLORS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    this.axisColors = [this.colors.c0, this.colors.c1, this.colors.c2];
    this.shades = ["bone", "bone-selected"].map((name) => shadesOf(this.colors[name]));
  }

  /** Fits the drawing to the size of the canvas; returns whether that changed. */
  resize() {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const [w, h] = [Math.max(Math.round(width * ratio), 1), Math.max(Math.round(height * ratio), 1)];
    if (this.canvas.width === w && this.canvas.height === h) return false;
    [this.canvas.width, this.canvas.height] = [w, h];
    [this.width, this.height, this.ratio] = [width, height, ratio];
    return true;
  }

  /** Measures a clip over its whole length. */
  load(clip) {
    const poser = new Poser(clip);
    const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
    const SAMPLES = 48;
    // Enough of them to see everything, however many nodes there are.
    const MOST = 20000;
    const points = [];
    for (let sample = 0; sample <= SAMPLES; sample++) {
      const pose = poser.at((clip.duration * sample) / SAMPLES);
      for (const { at } of this.joints(pose, clip)) {
        if (points.length < MOST) points.push(at);
        at.forEach((value, axis) => {
          low[axis] = Math.min(low[axis], value);
          high[axis] = Math.max(high[axis], value);
        });
      }
    }
    const isEmpty = !isFinitePoint(low) || !isFinitePoint(high);
    this.clip = clip;
    this.points = points;
    this.center = isEmpty ? [0, 0, 0] : scale(add(low, high), 0.5);
    this.radius = Math.max(isEmpty ? 1 : length(subtract(high, low)) / 2, 1e-6) || 1;
    if (!isEmpty && low.every((value, axis) => value === high[axis])) this.radius = 1;
    this.cell = roundNumber(this.radius / 2);
    // The floor is where the file has it, unless the figure stands far from there.
    const lowest = isEmpty ? 0 : low[1];
    const isNear = lowest > -0.05 * this.radius && lowest < 0.6 * this.radius;
    this.floor = isNear ? Math.min(0, lowest) : lowest;
    this.fit();
  }

  fit() {
    if (!this.clip) return;
    this.camera.fit(this.points, this.center, this.radius, [this.width, this.height]);
  }

  /** The nodes that are to be seen: where they are, and their axes. */
  joints(pose, clip = this.clip) {
    const joints = [];
    clip.nodes.forEach((_, index) => {
      if (!pose.shown[index]) return;
      const m = pose.world.subarray(12 * index, 12 * index + 12);
      const at = this.turn([m[3], m[7], m[11]]);
      if (!isFinitePoint(at)) return;
      joints.push({ index, at, axes: [0, 1, 2].map((axis) => this.turn([m[axis], m[axis + 4], m[axis + 8]])) });
    });
    return joints;
  }

  draw(pose) {
    const { context, camera, colors } = this;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    camera.prepare(this.width, this.height);
    context.font = "600 12px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";

    const joints = this.joints(pose).filter(({ index }) => !this.hidden.has(index));
    const solids = this.solids(joints, pose);
    drawGrid(context, camera, { height: this.floor, center: this.center, cell: this.cell, color: colors.floor });
    const casting = joints.length > CROWD ? [] : solids.map(({ face }) => face);
    drawShadow(context, camera, casting, this.floor, LIGHT, colors.shadow);
    const axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => scale(this.turn(axis), this.cell));
    drawAxes(context, camera, [0, 0, 0], axes, this.axisColors);
    this.drawSolids(solids);
    this.drawNodeAxes(joints);
    this.drawNames(joints);
    this.drawScale();
  }

  /** Bones from parents to children, and a cube for each node without children; flat ones of a crowd. */
  solids(joints, pose) {
    const places = new Map(joints.map((joint) => [joint.index, joint]));
    const isParent = new Set();
    const solids = [];
    const [toChild, alone] = joints.length > CROWD ? [blade, (...args) => cube(...args).slice(0, 1)] : [bone, cube];
    const put = (faces, node) => faces.forEach((face) => solids.push({ face, node }));
    for (const joint of joints) {
      const parent = places.get(pose.parents[joint.index]);
      if (!parent) continue;
      if (length(subtract(joint.at, parent.at)) > this.radius * 1e-4) {
        isParent.add(parent.index);
        put(toChild(parent.at, joint.at, parent.axes), parent.index);
      }
    }
    for (const joint of joints.filter(({ index }) => !isParent.has(index))) {
      put(alone(joint.at, joint.axes, this.radius * 0.045), joint.index);
    }
    return solids;
  }

  /** Far faces first. */
  drawSolids(solids) {
    const { context, camera } = this;
    const faces = [];
    for (const { face, node } of solids) {
      const seen = face.map((point) => camera.project(point));
      if (seen.some((point) => !point)) continue;
      const normal = unit(cross(subtract(face[1], face[0]), subtract(face[2], face[0])));
      const facing = dot(normal, subtract(face[0], camera.eye)) > 0 ? scale(normal, -1) : normal;
      const depth = seen.reduce((sum, point) => sum + point[2], 0) / seen.length;
      const light = 0.5 - 0.5 * dot(facing, LIGHT);
      faces.push({ seen, depth, light, isMarked: node === this.selected || node === this.hovered });
    }
    faces.sort((a, b) => b.depth - a.depth);
    context.lineWidth = 0.7;
    for (const { seen, light, isMarked } of faces) {
      const shades = this.shades[isMarked ? 1 : 0];
      context.fillStyle = context.strokeStyle = shades[Math.round(light * (shades.length - 1))];
      context.beginPath();
      seen.forEach(([x, y], index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
      context.closePath();
      context.fill();
      context.stroke();
    }
  }

  drawNodeAxes(joints) {
    const shown = joints.filter(({ index }) => this.showAxes || index === this.selected);
    for (const { at, axes } of shown) {
      const short = axes.map((axis) => scale(unit(axis, [0, 0, 0]), this.radius * 0.11));
      drawAxes(this.context, this.camera, at, short, this.axisColors, { width: 1.6, letters: false });
    }
  }

  drawNames(joints) {
    const isMarked = (index) => index === this.selected || index === this.hovered;
    const seen = joints.map(({ index, at }) => ({ index, place: this.camera.project(at) }));
    const shown = seen.filter(({ index, place }) => place && (this.showNames || isMarked(index)));
    // Those that are marked and then the nearest come first; names that would cover others are left out.
    shown.sort((a, b) => isMarked(b.index) - isMarked(a.index) || a.place[2] - b.place[2]);
    const boxes = [];
    for (const { index, place } of shown) this.drawLabel(shorten(nodeName(this.clip, index), 40), place, boxes);
  }

  drawLabel(text, [x, y], boxes) {
    const { context, colors } = this;
    context.textAlign = "left";
    const width = context.measureText(text).width;
    const left = Math.min(Math.max(x + 10, 4), Math.max(this.width - width - 8, 4));
    const top = Math.min(Math.max(y - 12, 14), this.height - 14);
    const box = [left - 4, top - 9, left + width + 4, top + 9];
    if (boxes.some((b) => box[0] < b[2] && b[0] < box[2] && box[1] < b[3] && b[1] < box[3])) return;
    boxes.push(box);
    context.globalAlpha = 0.85;
    context.fillStyle = colors.panel;
    context.beginPath();
    context.roundRect(left - 4, top - 9, width + 8, 18, 4);
    context.fill();
    context.globalAlpha = 1;
    context.fillStyle = colors.text;
    context.fillText(text, left, top);
  }

  /** How wide a cell of the grid is. */
  drawScale() {
    const { context, colors } = this;
    context.textAlign = "left";
    context.fillStyle = colors.text;
    context.globalAlpha = 0.6;
    context.fillText(`grid ${Number(this.cell.toPrecision(3))}`, 12, this.height - 14);
    context.globalAlpha = 1;
  }

  /** The place of a node on the canvas; nothing for one that is not to be seen. */
  where(pose, node) {
    const joint = this.joints(pose).find(({ index }) => index === node);
    return joint ? this.camera.project(joint.at) : null;
  }

  /** The node at a place of the canvas, −1 for none. */
  pick(pose, x, y) {
    const REACH = 16;
    let [best, nearest] = [-1, REACH];
    this.camera.prepare(this.width, this.height);
    for (const { index, at } of this.joints(pose).filter((joint) => !this.hidden.has(joint.index))) {
      const seen = this.camera.project(at);
      const distance = seen ? Math.hypot(seen[0] - x, seen[1] - y) : Infinity;
      if (distance < nearest) [best, nearest] = [index, distance];
    }
    return best;
  }
}

/** A colour in shadow, in light, and in between. */
function shadesOf(color) {
  const STEPS = 32;
  const parts = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return Array.from({ length: STEPS }, (_, step) => {
    const light = 0.5 + (0.95 * step) / (STEPS - 1);
    const shade = parts.map((part) => Math.round(light <= 1 ? part * light : part + (255 - part) * (light - 1)));
    return `rgb(${shade.join(" ")})`;
  });
}
