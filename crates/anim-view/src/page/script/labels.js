// Words over the picture: names of nodes, letters of axes, and how wide a cell of the grid is.

class Labels {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
  }

  begin(width, height, ratio) {
    const [w, h] = [width, height].map((size) => Math.max(Math.round(size * ratio), 1));
    if (this.canvas.width !== w || this.canvas.height !== h) [this.canvas.width, this.canvas.height] = [w, h];
    [this.width, this.height, this.boxes] = [width, height, []];
    const { context } = this;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = "600 12px system-ui, sans-serif";
    context.textBaseline = "middle";
  }

  /** The letters of axes from a point. */
  axes(camera, origin, axes, colors) {
    this.context.textAlign = "center";
    axes.forEach((axis, index) => {
      const tip = camera.project(add(origin, scale(axis, 1.15)));
      if (!tip) return;
      this.context.fillStyle = colors[index];
      this.context.fillText("XYZ"[index], tip[0], tip[1]);
    });
  }

  /** A name beside a place; none where it would cover another one. */
  name(text, [x, y], colors) {
    const { context } = this;
    context.textAlign = "left";
    const width = context.measureText(text).width;
    const left = Math.min(Math.max(x + 10, 4), Math.max(this.width - width - 8, 4));
    const top = Math.min(Math.max(y - 12, 14), this.height - 14);
    const box = [left - 4, top - 9, left + width + 4, top + 9];
    if (this.boxes.some((b) => box[0] < b[2] && b[0] < box[2] && box[1] < b[3] && b[1] < box[3])) return;
    this.boxes.push(box);
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
  scale(cell, colors) {
    const { context } = this;
    context.textAlign = "left";
    context.fillStyle = colors.muted;
    context.fillText(`grid ${Number(cell.toPrecision(3))}`, 12, this.height - 14);
  }
}
