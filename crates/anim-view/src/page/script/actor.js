// A clip on the stage: where its nodes are at a moment, and where it stands.

class Actor {
  constructor(clip) {
    this.clip = clip;
    this.poser = new Poser(clip);
    /** Where it stands, y up. */
    this.shift = [0, 0, 0];
    /** How much larger it is than in its file. */
    this.size = 1;
    this.pose = this.poser.at(0);
  }

  /** The meshes, cameras and lights that follow its nodes. */
  bodies = null;

  turnTo(turn) {
    this.turn = turn;
    this.model = turnMatrix(turn, this.size);
  }

  /** The point of the file that is at a place, y up. */
  pointAt(place) {
    return scale(turnBack(this.turn, subtract(place, this.shift)), 1 / this.size);
  }

  /** Shows a moment; a shorter clip than the one that plays stays at its end. */
  seek(time) {
    this.pose = this.poser.at(Math.min(time, this.clip.duration));
    return this.pose;
  }

  /** The place of a node, y up; nothing for one that is not to be seen. */
  place(node, pose = this.pose) {
    const at = 12 * node;
    const { world, shown } = pose;
    if (!shown[node] || !Number.isFinite(world[at + 3] + world[at + 7] + world[at + 11])) return null;
    return add(scale(this.turn([world[at + 3], world[at + 7], world[at + 11]]), this.size), this.shift);
  }

  /** The axes of a node, y up. */
  axes(node) {
    const at = 12 * node;
    const { world } = this.pose;
    return [0, 1, 2].map((axis) => this.turn([world[at + axis], world[at + 4 + axis], world[at + 8 + axis]]));
  }
}
