// The moment that is shown, and how it goes on.

class Player {
  clip = null;
  /** The length in seconds of the longest clip that is shown with it. */
  length = 0;
  time = 0;
  playing = false;
  /** `loop`, `ping-pong` or `once`. */
  loop = "loop";
  speed = 1;
  /** 1, or −1 on the way back. */
  direction = 1;
  /** Called whenever any of this changes. */
  changed = () => {};

  load(clip) {
    this.clip = clip;
    this.length = clip.duration;
    this.time = 0;
    this.direction = 1;
    // What plays goes on with another clip, unless that is a pose.
    this.playing &&= this.duration > 0;
    this.changed();
  }

  /** How long it plays: as long as the longest of the clips that are shown. */
  get duration() {
    return this.clip ? Math.max(this.clip.duration, this.length) : 0;
  }

  /** The number of the last frame, counted from 0. */
  get lastFrame() {
    if (!this.clip) return 0;
    const longer = this.length > this.clip.duration ? Math.floor(this.clip.frameOfTime(this.length) + 1e-6) : 0;
    return Math.max(this.clip.frames - 1, longer, 0);
  }

  /** The frame that is shown: the one that began last. */
  get frame() {
    const frame = this.clip ? Math.floor(this.clip.frameOfTime(this.time) + 1e-6) : 0;
    return Math.min(frame, this.lastFrame);
  }

  toggle() {
    this.playing = !this.playing && this.duration > 0;
    const atEnd = this.direction > 0 && this.time >= this.duration;
    if (this.playing && this.loop === "once" && atEnd) this.time = 0;
    this.changed();
  }

  pause() {
    this.playing = false;
    this.changed();
  }

  seek(time) {
    this.time = Math.min(Math.max(time, 0), this.duration);
    this.changed();
  }

  /** Shows a frame and stays there. */
  stop(frame) {
    this.playing = false;
    this.seek(this.clip ? this.clip.timeOfFrame(Math.min(Math.max(frame, 0), this.lastFrame)) : 0);
  }

  setLoop(loop) {
    this.loop = loop;
    this.direction = 1;
    this.changed();
  }

  /** Goes on by so many seconds of the clock. */
  advance(seconds) {
    const end = this.duration;
    let time = this.time + seconds * this.speed * this.direction;
    if (this.loop === "loop") {
      time = time >= end ? time % end : time;
    } else if (this.loop === "once") {
      if (time >= end) this.playing = false;
      time = Math.min(time, end);
    } else if (time < 0 || time > end) {
      // Unfolded, the way there and back is twice as long.
      const unfolded = (((this.direction > 0 ? time : 2 * end - time) % (2 * end)) + 2 * end) % (2 * end);
      this.direction = unfolded < end ? 1 : -1;
      time = unfolded < end ? unfolded : 2 * end - unfolded;
    }
    this.time = Math.min(Math.max(time, 0), end);
    this.changed();
  }
}
