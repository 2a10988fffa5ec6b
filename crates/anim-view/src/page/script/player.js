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

  /** The number of the last frame, counted from 0. Without a rate, the end is one, however soon after the frame before. */
  get lastFrame() {
    if (!this.clip) return 0;
    if (!this.clip.hasRate) return Math.ceil(this.reach);
    const longer = this.length > this.clip.duration ? Math.floor(this.clip.frameOfTime(this.length) + 1e-6) : 0;
    return Math.max(this.clip.frames - 1, longer, 0);
  }

  /** How many frames there are to go through, in parts of one too without a rate. */
  get reach() {
    if (!this.clip || this.clip.hasRate) return this.lastFrame;
    const end = this.clip.frameOfTime(this.duration);
    return Math.abs(end - Math.round(end)) < 1e-6 ? Math.round(end) : end;
  }

  /** How far through these it is. */
  get place() {
    return this.clip ? Math.min(this.clip.frameOfTime(this.time), this.reach) : 0;
  }

  /** The frame that is shown: the one that began last. */
  get frame() {
    return this.place > this.reach - 1e-6 ? this.lastFrame : Math.floor(this.place + 1e-6);
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

  /** Shows the frame nearest to a place among them, and stays there. */
  stopNear(place) {
    const [before, after] = [Math.floor(place), Math.min(Math.floor(place) + 1, this.reach)];
    this.stop(place - before < after - place ? before : Math.ceil(after));
  }

  /** Shows a frame and stays there. */
  stop(frame) {
    this.playing = false;
    if (!this.clip) return;
    const isEnd = !this.clip.hasRate && frame >= this.lastFrame;
    this.seek(isEnd ? this.duration : this.clip.timeOfFrame(Math.min(Math.max(frame, 0), this.lastFrame)));
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
