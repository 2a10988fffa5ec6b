// WebGL 2 with as few words as it can be used with.

/** The context of a canvas; nothing where there is no WebGL 2. */
function openGl(canvas) {
  // Kept after it was shown, so that the picture can be copied and saved.
  return canvas.getContext("webgl2", { alpha: true, antialias: false, depth: true, stencil: true, preserveDrawingBuffer: true });
}

/** A program: its `uniforms` by name. */
function makeProgram(gl, vertex, fragment) {
  const program = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, `#version 300 es\nprecision highp float;\nprecision highp int;\n${text}`);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    const logs = gl.getAttachedShaders(program).map((shader) => gl.getShaderInfoLog(shader));
    throw new Error(`${gl.getProgramInfoLog(program)}\n${logs.join("\n")}`);
  }
  const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) ?? 0;
  const names = Array.from({ length: count }, (_, index) => gl.getActiveUniform(program, index).name);
  return { program, uniforms: Object.fromEntries(names.map((name) => [name, gl.getUniformLocation(program, name)])) };
}

/** Shapes that are sent anew for each picture, in memory that only grows. All have the same corners, so that one list of
    indices serves all of them; a draw of instances would cost software more for each shape than its corners do. */
class Shapes {
  count = 0;

  /** Corners have attributes of `sizes` numbers each; `pattern` has the corners of the triangles of one shape, or of the lines. */
  constructor(gl, corners, sizes, pattern, mode = gl.TRIANGLES) {
    Object.assign(this, { gl, corners, pattern, mode });
    this.width = corners * sizes.reduce((sum, size) => sum + size, 0);
    this.numbers = new Float32Array(0);
    this.array = gl.createVertexArray();
    this.buffer = gl.createBuffer();
    this.indices = gl.createBuffer();
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.indices);
    let offset = 0;
    sizes.forEach((size, location) => {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, gl.FLOAT, false, (4 * this.width) / corners, offset);
      offset += 4 * size;
    });
  }

  /** Makes room for so many shapes. */
  reserve(count) {
    const { gl, corners, pattern } = this;
    if (count * this.width <= this.numbers.length) return;
    const room = Math.max(2 * count, 64);
    const numbers = new Float32Array(room * this.width);
    numbers.set(this.numbers);
    this.numbers = numbers;
    const indices = new Uint32Array(room * pattern.length);
    for (let i = 0; i < indices.length; i++) {
      const shape = Math.floor(i / pattern.length);
      indices[i] = shape * corners + pattern[i - shape * pattern.length];
    }
    gl.bindVertexArray(this.array);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
  }

  /** Sends what is in memory. */
  send() {
    const { gl } = this;
    if (this.count === 0) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, this.numbers.subarray(0, this.count * this.width), gl.STREAM_DRAW);
  }

  draw() {
    const { gl } = this;
    if (this.count === 0) return;
    gl.bindVertexArray(this.array);
    gl.drawElements(this.mode, this.count * this.pattern.length, gl.UNSIGNED_INT, 0);
  }
}

/** A picture with smooth edges, which is drawn apart and then copied to the canvas. */
class Smooth {
  constructor(gl) {
    this.gl = gl;
    this.samples = Math.min(4, gl.getParameter(gl.MAX_SAMPLES));
    [this.frame, this.color, this.depth] = [gl.createFramebuffer(), gl.createRenderbuffer(), gl.createRenderbuffer()];
    [this.width, this.height] = [0, 0];
  }

  begin(width, height) {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    if (this.width === width && this.height === height) return;
    [this.width, this.height] = [width, height];
    const parts = [[this.color, gl.RGBA8, gl.COLOR_ATTACHMENT0], [this.depth, gl.DEPTH24_STENCIL8, gl.DEPTH_STENCIL_ATTACHMENT]];
    for (const [buffer, format, place] of parts) {
      gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
      gl.renderbufferStorageMultisample(gl.RENDERBUFFER, this.samples, format, width, height);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffer);
    }
  }

  end() {
    const { gl, width, height } = this;
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.frame);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }
}
