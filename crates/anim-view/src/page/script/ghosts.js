// What a clip shows of other moments: the figure before and after, and the way of a node.

class Ghosts {
  constructor(actor) {
    this.actor = actor;
    this.poser = null;
  }

  /** Poses some frames before and after a time, nearest last; each is overwritten by the next one. */
  *around(time) {
    const { clip } = this.actor;
    const STEPS = 3;
    // Frames that are about a tenth of a second from each other.
    const frame = clip.timeOfFrame(1);
    const step = frame * Math.max(1, Math.round(0.1 / frame));
    this.poser ??= new Poser(clip);
    if (this.poser.muted !== this.actor.poser.muted) this.poser.mute(this.actor.poser.muted);
    for (let away = STEPS; away > 0; away--) {
      for (const isPast of [true, false]) {
        const then = time + (isPast ? -away : away) * step;
        if (then < 0 || then > clip.duration) continue;
        yield { pose: this.poser.at(then), alpha: 0.42 - 0.11 * away, isPast };
      }
    }
  }
}

/** The places of a node over a clip, y up: a smooth line, and one place for each frame while these can be told apart. */
function trailOf(actor, node) {
  const SAMPLES = 480;
  const { clip, poser } = actor;
  const own = new Poser(clip);
  own.mute(poser.muted);
  const at = (time) => (node < 0 ? null : actor.place(node, own.at(time)));
  const points = Array.from({ length: SAMPLES + 1 }, (_, sample) => at((clip.duration * sample) / SAMPLES));
  const count = clip.frames > SAMPLES / 2 ? 0 : clip.frames;
  const frames = Array.from({ length: count }, (_, frame) => at(Math.min(clip.timeOfFrame(frame), clip.duration)));
  return { node, points, frames };
}
