// Puts the parts together, and draws when something has changed.

const data = readData();
const player = new Player();
const canvas = document.getElementById("canvas");
const stage = new Stage(canvas, document.getElementById("labels"), data.scenes, data.up);
const tree = new Tree(document.getElementById("tree"), stage.hidden, document.getElementById("find"));
const curves = new Curves(document.getElementById("curves"));
const graph = data.graph && new GraphPanel(document.getElementById("graph"), data.graph, data.clips);
const transport = listenToTransport(player);
const comparison = listenToComparison(data, () => load(shown));
/** The index of the clip that is shown. */
let shown = -1;
/** Whether the user turned the view, which then stays as it is. */
let isOwnView = false;

/** Draws before the next picture of the screen, once, and goes on while the clip plays. */
let isPlanned = false;
let lastTick = null;
function plan() {
  if (isPlanned || shown < 0) return;
  isPlanned = true;
  requestAnimationFrame((now) => {
    isPlanned = false;
    // A page that was hidden for a while goes on from where it was.
    const seconds = lastTick === null ? 0 : Math.min((now - lastTick) / 1000, 0.25);
    lastTick = player.playing ? now : null;
    if (player.playing && seconds > 0) player.advance(seconds);
    render();
    if (player.playing) plan();
  });
}

function render() {
  if (stage.resize() && !isOwnView) stage.fit();
  stage.draw(player.time);
  tree.update(stage.actors[0].pose);
  curves.update(player.time);
  curves.updateShapes((node, index) => stage.weight(node, index));
  graph?.update(player.clip, player.time);
  transport.show();
}

function select(node) {
  stage.selected = node;
  tree.select(node);
  curves.show(node);
  plan();
}

function load(index) {
  const clip = data.clips[index];
  const isOther = shown !== index;
  shown = index;
  const others = comparison.clips();
  if (isOther) player.load(clip);
  player.length = Math.max(...[clip, ...others].map(({ duration }) => duration));
  stage.resize();
  stage.load([clip, ...others], comparison.isBeside());
  isOwnView = false;
  document.getElementById("show-mesh").hidden = !stage.hasMeshes;
  transport.load();
  if (!isOther) return plan();
  tree.load(clip);
  curves.load(clip);
  const rate = clip.hasRate ? ` · ${brief(clip.frameOfTime(1))} frames/s` : "";
  document.getElementById("facts").textContent =
    `${brief(clip.duration)} s${rate} · ${clip.nodes.length} ${clip.nodes.length === 1 ? "node" : "nodes"}`;
  canvas.setAttribute("aria-label", `${clip.name}, drawn in 3D. W, A, S and D turn the view, plus and minus zoom.`);
  // The first node whose curves change says most.
  select(clip.panels.find((panel) => moves(clip, panel))?.node ?? clip.panels[0]?.node ?? -1);
}

/** A button that turns something of the stage on and off. */
function toggleButton(id, property) {
  const button = document.getElementById(id);
  button.addEventListener("click", () => {
    stage[property] = !stage[property];
    button.setAttribute("aria-pressed", String(stage[property]));
    plan();
  });
}

function start() {
  document.getElementById("title").textContent = data.title || "Animation";
  const choice = document.getElementById("clip");
  choice.append(...clipOptions(data));
  choice.addEventListener("change", () => load(Number(choice.value)));
  choice.parentElement.hidden = data.clips.length < 2;

  player.changed = plan;
  tree.selected = select;
  tree.toggled = plan;
  curves.sought = (time) => player.stopNear(player.clip.frameOfTime(time));
  curves.shapes = { weights: stage.weights, countOf: (node) => stage.targetCount(node), changed: plan };
  curves.muted = (channels) => {
    stage.actors[0].poser.mute(channels);
    stage.trail = null;
    plan();
  };
  const up = document.getElementById("up");
  up.value = data.up;
  up.addEventListener("change", () => {
    isOwnView = false;
    stage.setUp(up.value);
    plan();
  });
  toggleButton("show-names", "showNames");
  toggleButton("show-axes", "showAxes");
  toggleButton("show-trail", "showTrail");
  toggleButton("show-ghosts", "showGhosts");
  toggleButton("follow", "follows");
  toggleButton("show-mesh", "showMeshes");
  document.getElementById("no-space").hidden = stage.gl !== null;
  stage.changed = plan;
  document.getElementById("fit").addEventListener("click", () => {
    isOwnView = false;
    stage.fit();
    plan();
  });
  window.addEventListener("keydown", (event) => {
    const button = { n: "show-names", x: "show-axes", f: "fit", t: "show-trail", o: "show-ghosts", c: "follow", m: "show-mesh" }[event.key.toLowerCase()];
    const isTyped = event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("select, input[type=search]");
    if (button && !isTyped) document.getElementById(button).click();
  });
  listenToGestures(canvas, stage.camera, {
    moved: () => {
      isOwnView = true;
      plan();
    },
    tapped: (x, y) => select(stage.pick(x, y)),
    hovered: (x, y) => {
      const node = stage.pick(x, y);
      if (node === stage.hovered) return;
      stage.hovered = node;
      plan();
    },
  });
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    stage.readColors();
    curves.redraw();
    plan();
  });
  new ResizeObserver(plan).observe(canvas);
  if (graph) {
    graph.chosen = (index, time) => {
      choice.value = index;
      if (data.clips[index] !== player.clip) load(index);
      player.seek(time);
    };
  } else {
    document.getElementById("graph").remove();
    document.getElementById("show-graph").remove();
  }
  listenToLayout(graph ? ["nodes", "curves", "graph"] : ["nodes", "curves"]);

  if (data.clips.length > 0) load(0);
  else document.getElementById("empty").hidden = false;
}

/** For scripts and tests: the moment, where every node is at it, and what is seen. */
window.viewer = {
  player,
  pose: () => {
    const { world, shown } = stage.actors[0].seek(player.time);
    return { time: player.time, clip: player.clip.name, world: Array.from(world), shown: Array.from(shown, Boolean) };
  },
  /** The place of a node on the canvas. */
  where: (node) => {
    stage.actors[0].seek(player.time);
    return stage.where(node);
  },
  /** The place of a point of the file on the canvas. */
  project: (point) => stage.camera.project(stage.turn(point)),
  /** The clips on the stage: where they stand, what becomes of their second axis, and the time that they show. */
  actors: () => stage.actors.map(({ shift, turn, pose }) => ({ shift, second: turn([0, 1, 0]), time: pose.time })),
  /** The span of time that charts show. */
  span: () => [curves.span.from, curves.span.to],
  clips: () => data.clips.length,
  hovered: () => stage.hovered,
  distance: () => stage.camera.distance,
};

start();
