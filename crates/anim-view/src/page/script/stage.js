// The clips in space: what the canvas shows.

const LIGHT = unit([-0.35, -1, -0.3]);
const COLORS = ["bone", "bone-selected", "other", "floor", "shadow", "text", "muted", "panel", "c0", "c1", "c2", "c3", "c4", "t0", "t1", "t2"];

class Stage {
  camera = new Camera();
  actors = [];
  /** Nodes that the user hid. */
  hidden = new Set();
  selected = -1;
  hovered = -1;
  showNames = false;
  showAxes = false;
  showTrail = false;
  showGhosts = false;
  follows = false;

  showMeshes = true;

  /** `scenes` are functions that read the scene of a file. */
  constructor(canvas, labels, scenes, up) {
    Object.assign(this, { canvas, scenes });
    this.labels = new Labels(labels);
    this.gl = openGl(canvas);
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => {
      this.build();
      for (const actor of this.actors) this.dress(actor);
      this.changed();
    });
    this.build();
    this.setUp(up);
    this.readColors();
  }

  /** Called when what is shown changed by itself: a picture was decoded, lost graphics came back. */
  changed = () => {};

  /** Makes what lives in the memory of the graphics. */
  build() {
    if (!this.gl) return;
    this.lines = new Lines(this.gl);
    this.solids = new Solids(this.gl);
    this.smooth = new Smooth(this.gl);
    this.painter = new MeshPainter(this.gl);
  }

  setUp(up) {
    this.turn = TURNS[up];
    if (this.actors.length > 0) this.place();
  }

  /** Takes the colours of the style sheet, which depend on the ground. */
  readColors() {
    const style = getComputedStyle(document.documentElement);
    this.colors = Object.fromEntries(COLORS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    this.rgb = Object.fromEntries(COLORS.map((name) => [name, rgb(this.colors[name])]));
    this.axisColors = [this.colors.t0, this.colors.t1, this.colors.t2];
  }

  /** Fits the drawing to the size of the canvas; returns whether that changed. */
  resize() {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const [w, h] = [Math.max(Math.round(width * ratio), 1), Math.max(Math.round(height * ratio), 1)];
    if (this.canvas.width === w && this.canvas.height === h && this.width === width) return false;
    [this.canvas.width, this.canvas.height] = [w, h];
    [this.width, this.height, this.ratio] = [width, height, ratio];
    return true;
  }

  /** Shows clips: the first one, and those to compare with it, beside it or over it. */
  load(clips, isSide) {
    this.isSide = isSide;
    if (this.actors[0]?.clip !== clips[0]) this.weights.clear();
    this.actors = clips.map((clip) => new Actor(clip));
    for (const actor of this.actors) this.dress(actor);
    this.ghosts = new Ghosts(this.actors[0]);
    this.place();
  }

  /** Gives an actor the meshes, cameras and lights of its file. */
  dress(actor) {
    const scene = this.gl ? this.scenes[actor.clip.scene]?.() : null;
    actor.bodies = scene ? new Bodies(this.painter, scene, actor.clip, () => this.changed()) : null;
    if (actor.bodies && actor === this.actors[0]) actor.bodies.weights = this.weights;
  }

  /** Weights of blend shapes that the user set, by node. */
  weights = new Map();

  /** How many morph targets the mesh of a node has. */
  targetCount(node) {
    const body = this.actors[0].bodies?.all.find((each) => each.node === node);
    return Math.max(0, ...(body?.parts.map(({ targets }) => targets.length) ?? []));
  }

  /** The weight of a blend shape of a node. */
  weight(node, index) {
    const [{ bodies, pose }] = this.actors;
    const body = bodies?.all.find((each) => each.node === node) ?? { node, weights: [] };
    const driven = pose.weights.get(node)?.[index];
    return bodies ? bodies.weight(body, index, pose) : this.weights.get(node)?.[index] ?? driven ?? 0;
  }

  /** Whether there are meshes to be seen or not. */
  get hasMeshes() {
    return this.actors.some(({ bodies }) => bodies !== null && bodies.all.length > 0);
  }

  /** Measures the clips over their whole length, and puts them where they stand. */
  place() {
    const all = { points: [], low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] };
    const [first] = this.actors;
    this.actors.forEach((actor) => {
      // A clip of another file may have other axes and another unit. One that states no axes is as most are, beside one that does.
      const stated = TURNS[actor.clip.up] ?? (TURNS[first.clip.up] ? TURNS.y : this.turn);
      const turn = actor === first ? this.turn : stated;
      const box = measure(actor, turn);
      actor.size = actor === first ? 1 : sizeBeside(first.clip, all, actor.clip, box);
      const [low, high] = [box.low, box.high].map((corner) => scale(corner, actor.size));
      const isBeside = this.isSide && actor !== first && isFinitePoint(all.high) && isFinitePoint(low);
      const extent = (...axes) => Math.max(...axes.map((axis) => Math.max(all.high[axis] - all.low[axis], high[axis] - low[axis])));
      // What is flat, or a single point, has to stand next to something too.
      const gap = 0.15 * extent(0, 1) || 0.15 * extent(2) || 1;
      actor.shift = isBeside ? [all.high[0] - low[0] + gap, 0, 0] : [0, 0, 0];
      actor.turnTo(turn);
      for (const point of box.points) all.points.push(add(scale(point, actor.size), actor.shift));
      for (let axis = 0; axis < 3; axis++) {
        all.low[axis] = Math.min(all.low[axis], low[axis] + actor.shift[axis]);
        all.high[axis] = Math.max(all.high[axis], high[axis] + actor.shift[axis]);
      }
    });
    this.points = all.points;
    Object.assign(this, roomOf(all));
    this.trail = null;
    this.fit();
  }

  fit() {
    if (this.actors.length === 0) return;
    this.camera.fit(this.points, this.center, this.radius, [this.width, this.height]);
    this.followed = null;
  }

  /** Draws a moment. */
  draw(time) {
    const { camera, gl } = this;
    for (const actor of this.actors) actor.seek(time);
    if (this.follows) this.follow();
    camera.prepare(this.width, this.height);
    camera.matrix();
    this.origin = camera.target;
    if (gl && !gl.isContextLost()) this.drawSpace(time);
    this.drawLabels();
  }

  drawSpace(time) {
    const { camera, gl, lines, rgb } = this;
    const isCrowd = this.actors.some(({ clip }) => clip.nodes.length > CROWD);
    if (isCrowd) gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    else this.smooth.begin(this.canvas.width, this.canvas.height);
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(false);
    const size = [this.width, this.height];
    lines.origin = this.origin;
    const fade = addGrid(lines, { height: this.floor, center: this.center, cell: this.cell, color: rgb.floor });
    lines.draw(camera, size, fade);
    this.actors.forEach((actor, index) => this.drawActor(actor, index));
    gl.depthMask(false);
    const marks = { camera: rgb.c2, light: rgb.c4 };
    for (const actor of this.actors) if (actor.bodies) addDevices(lines, actor, this.radius, marks);
    lines.draw(camera, size);
    // Bones of other moments are seen through meshes.
    if (this.showMeshes && this.hasMeshes) gl.disable(gl.DEPTH_TEST);
    if (this.showGhosts) this.drawGhosts(time);
    gl.disable(gl.DEPTH_TEST);
    const axes = AXES.map((axis) => scale(this.turn(axis), this.cell));
    const colors = [rgb.c0, rgb.c1, rgb.c2];
    addAxes(lines, [0, 0, 0], axes, colors);
    this.addNodeAxes(colors);
    if (this.showTrail) this.addTrail();
    lines.draw(camera, size);
    if (!isCrowd) this.smooth.end();
  }

  drawActor(actor, index) {
    const { camera, gl, solids, rgb } = this;
    const hidden = index === 0 ? this.hidden : NONE;
    const isDressed = this.showMeshes && actor.bodies !== null && actor.bodies.all.length > 0;
    const marked = index === 0 ? [this.selected, this.hovered] : [-1, -1];
    const origin = actor.pointAt(this.origin);
    solids.fill(actor.pose, hidden, marked, { origin, radius: this.radius / actor.size, drawn: actor.bodies?.drawn });
    if (isDressed) actor.bodies.pose(actor.pose, origin);
    if (actor.clip.nodes.length <= CROWD) {
      // Each place of the floor gets dark once, however much is above it.
      const dark = [...rgb.shadow, 0.16];
      const shadow = { shadow: LIGHT, ground: this.floor - this.origin[1], light: DARK };
      gl.depthMask(false);
      gl.enable(gl.STENCIL_TEST);
      gl.stencilFunc(gl.EQUAL, 0, 0xff);
      gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR);
      if (isDressed) actor.bodies.draw(actor.pose, hidden, { camera, model: actor.model, dark, ...shadow });
      else solids.draw(camera, actor.model, { plain: dark, bright: dark, ...shadow });
      gl.disable(gl.STENCIL_TEST);
    }
    if (isDressed) {
      actor.bodies.draw(actor.pose, hidden, { camera, model: actor.model, light: LIGHT });
      // Bones shine through.
      gl.disable(gl.DEPTH_TEST);
    }
    const alpha = isDressed ? 0.4 : 1;
    gl.depthMask(!isDressed);
    const plain = [...(index === 0 ? rgb.bone : rgb.other), alpha];
    solids.draw(camera, actor.model, { plain, bright: [...rgb["bone-selected"], Math.max(alpha, 0.8)], light: LIGHT });
    gl.enable(gl.DEPTH_TEST);
  }

  /** The figure a little before and a little after. */
  drawGhosts(time) {
    const { camera, solids, rgb, ghosts } = this;
    const [actor] = this.actors;
    const how = { origin: actor.pointAt(this.origin), radius: this.radius, drawn: actor.bodies?.drawn };
    for (const { pose, alpha, isPast } of ghosts.around(time)) {
      solids.fill(pose, this.hidden, [-1, -1], how);
      const tint = [...(isPast ? rgb.c0 : rgb.c2), alpha];
      solids.draw(camera, actor.model, { plain: tint, bright: tint, light: DARK });
    }
  }

  addNodeAxes(colors) {
    const [actor] = this.actors;
    const put = (node) => {
      const origin = this.hidden.has(node) ? null : actor.place(node);
      if (!origin) return;
      const axes = actor.axes(node).map((axis) => scale(unit(axis, [0, 0, 0]), this.radius * 0.11));
      addAxes(this.lines, origin, axes, colors, 1.6);
    };
    if (this.showAxes) actor.clip.nodes.forEach((_, node) => put(node));
    else if (this.selected >= 0) put(this.selected);
  }

  /** The way of the selected node through space. */
  addTrail() {
    if (this.trail?.node !== this.selected) this.trail = trailOf(this.actors[0], this.selected);
    const { points, frames } = this.trail;
    for (let i = 1; i < points.length; i++) {
      if (points[i - 1] && points[i]) this.lines.add(points[i - 1], points[i], this.rgb.c3, 0.9, 1.4);
    }
    const dot = [0, this.radius * 0.008, 0];
    for (const point of frames) if (point) this.lines.add(subtract(point, dot), add(point, dot), this.rgb.c3, 1, 2.2);
  }

  /** Moves the eye along with the selected node, or with the first one. */
  follow() {
    const node = Math.max(this.selected, 0);
    const place = this.actors[0]?.place(node);
    if (!place) return;
    if (this.followed?.node === node) this.camera.target = add(this.camera.target, subtract(place, this.followed.place));
    this.followed = { node, place };
  }

  drawLabels() {
    const { labels, camera, colors } = this;
    labels.begin(this.width, this.height, this.ratio);
    const axes = AXES.map((axis) => scale(this.turn(axis), this.cell));
    labels.axes(camera, [0, 0, 0], axes, this.axisColors);
    for (const { node, place } of this.named()) labels.name(shorten(shortName(this.actors[0].clip, node), 40), place, colors);
    labels.scale(this.cell, colors);
  }

  /** The nodes whose names are shown, and where: those that are marked and then the nearest come first. */
  named() {
    const MOST = 400;
    const [actor] = this.actors;
    const isMarked = (node) => node === this.selected || node === this.hovered;
    const nodes = this.showNames ? actor.clip.nodes.map((_, node) => node) : [this.selected, this.hovered].filter((node) => node >= 0);
    const seen = nodes.filter((node) => !this.hidden.has(node)).map((node) => ({ node, place: this.where(node) }));
    const found = seen.filter(({ place }) => place);
    found.sort((a, b) => isMarked(b.node) - isMarked(a.node) || a.place[2] - b.place[2]);
    return found.slice(0, MOST);
  }

  /** The place of a node on the canvas; nothing for one that is not to be seen. */
  where(node) {
    const place = this.actors[0].place(node);
    return place ? this.camera.project(place) : null;
  }

  /** The node at a place of the canvas, −1 for none. */
  pick(x, y) {
    const REACH = 16;
    let [best, nearest] = [-1, REACH];
    const [actor] = this.actors;
    if (!actor) return best;
    this.camera.prepare(this.width, this.height);
    for (let node = 0; node < actor.clip.nodes.length; node++) {
      const seen = this.hidden.has(node) ? null : this.where(node);
      const distance = seen ? Math.hypot(seen[0] - x, seen[1] - y) : Infinity;
      if (distance < nearest) [best, nearest] = [node, distance];
    }
    return best;
  }
}

const NONE = new Set();
