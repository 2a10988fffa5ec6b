// The meshes of a clip on the stage: each body with the maps of its joints, and with its morph targets.

class Bodies {
  /** Weights that the user set, by node of the clip: they come before those of the clip. */
  weights = new Map();

  constructor(painter, scene, clip, loaded) {
    Object.assign(this, { painter, scene, loaded });
    this.nodes = matchNodes(scene, clip);
    const isThere = ({ node, skin }) =>
      this.nodes[node] >= 0 && (skin === null || scene.skins[skin].joints.every((joint) => this.nodes[joint] >= 0));
    this.all = scene.bodies.filter(isThere).map((body) => this.body(body));
    /** 1 for each node of the clip that a mesh, a camera or a light stands for. */
    this.drawn = new Uint8Array(clip.nodes.length);
    for (const { node } of [...scene.bodies, ...scene.cameras, ...scene.lights]) {
      if (this.nodes[node] >= 0) this.drawn[this.nodes[node]] = 1;
    }
  }

  body({ node, mesh, skin, weights }) {
    const { gl } = this.painter;
    const { joints, inverseBinds } = skin === null ? { joints: [node], inverseBinds: null } : this.scene.skins[skin];
    const rows = new Float32Array(12 * joints.length);
    return {
      /** The map of each joint, and below the same relative to an origin, as it is sent. */
      world: new Float64Array(12 * joints.length),
      node: this.nodes[node],
      joints: Int32Array.from(joints, (joint) => this.nodes[joint]),
      inverseBinds,
      rows,
      maps: this.painter.texture(gl.RGBA32F, 3, joints.length, gl.RGBA, gl.FLOAT, rows),
      weights: Float32Array.from(weights),
      shown: null,
      parts: this.scene.meshes[mesh].map((part) => this.part(part, skin !== null)),
    };
  }

  /** A part in the memory of the graphics. Positions that change are of this body alone. */
  part(part, isSkinned) {
    const { gl } = this.painter;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    const put = (location, numbers, size, kind, usage = gl.STATIC_DRAW) => {
      if (!numbers) return null;
      const buffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, numbers, usage);
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, kind, false, 0, 0);
      return buffer;
    };
    const morphs = part.targets.some((target) => target);
    const positions = put(0, part.positions, 3, gl.FLOAT, morphs ? gl.DYNAMIC_DRAW : gl.STATIC_DRAW);
    put(1, part.normals, 3, gl.FLOAT);
    put(2, part.places, 2, gl.FLOAT);
    put(3, isSkinned ? part.joints : null, 4, gl.UNSIGNED_SHORT);
    put(4, isSkinned ? part.weights : null, 4, gl.FLOAT);
    const indices = gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, part.triangles, gl.STATIC_DRAW);
    const moved = morphs ? new Float32Array(part.positions) : null;
    return { ...part, isSkinned, array, buffer: positions, moved };
  }

  /** Maps all joints at a pose. */
  mapJoints(pose) {
    for (const { joints, inverseBinds, world } of this.all) {
      for (let joint = 0; joint < joints.length; joint++) {
        const from = 12 * joints[joint];
        if (inverseBinds) multiply(world, 12 * joint, pose.world, from, inverseBinds, 12 * joint);
        else for (let i = 0; i < 12; i++) world[12 * joint + i] = pose.world[from + i];
      }
    }
  }

  /** Brings all bodies to a pose, relative to an origin. */
  pose(pose, origin) {
    const { gl } = this.painter;
    this.mapJoints(pose);
    for (const body of this.all) {
      const { joints, world, rows } = body;
      rows.set(world);
      for (let row = 0; row < 3 * joints.length; row++) rows[4 * row + 3] = world[4 * row + 3] - origin[row % 3];
      gl.bindTexture(gl.TEXTURE_2D, body.maps);
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 3, joints.length, gl.RGBA, gl.FLOAT, rows);
      this.morph(body, pose);
    }
  }

  /** The weight of a morph target of a body at a pose. */
  weight(body, index, pose) {
    const own = this.weights.get(body.node)?.[index];
    const driven = pose.weights.get(body.node)?.[index];
    return own ?? (Number.isFinite(driven) ? driven : body.weights[index] ?? 0);
  }

  morph(body, pose) {
    const { gl } = this.painter;
    for (const part of body.parts) {
      if (!part.moved) continue;
      body.shown ??= new Float32Array(part.targets.length).fill(NaN);
      let isChanged = false;
      for (let index = 0; index < part.targets.length; index++) {
        const weight = Math.fround(this.weight(body, index, pose));
        isChanged ||= body.shown[index] !== weight || body.parts.length > 1;
        body.shown[index] = weight;
      }
      if (!isChanged) continue;
      part.moved.set(part.positions);
      part.targets.forEach((target, index) => {
        const weight = body.shown[index];
        if (target && weight !== 0) for (let i = 0; i < target.length; i++) part.moved[i] += weight * target[i];
      });
      gl.bindBuffer(gl.ARRAY_BUFFER, part.buffer);
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, part.moved);
    }
  }

  /** Draws all parts, those that shine through last; a shadow of all with `dark`. */
  draw(pose, hidden, how) {
    const { gl } = this.painter;
    // A body without a skin follows one map.
    gl.vertexAttrib4f(3, 0, 0, 0, 0);
    gl.vertexAttrib4f(4, 1, 0, 0, 0);
    for (const isBlended of how.dark ? [false] : [false, true]) {
      gl.depthMask(!how.dark && !isBlended);
      for (const { node, parts, maps } of this.all) {
        if (!pose.shown[node] || hidden.has(node)) continue;
        for (const part of parts) {
          if (!how.dark && part.surface.isBlended !== isBlended) continue;
          const blob = this.scene.images[part.surface.image];
          const image = blob && part.places ? this.painter.picture(blob, this.loaded) : this.painter.white;
          this.painter.draw(part, maps, { ...how, image });
        }
      }
    }
  }

  /** Points that stand for the room that bodies take, as seen from the file: boxes around what follows each joint. */
  corners(pose, visit) {
    this.mapJoints(pose);
    for (const { node, world, parts } of this.all) {
      if (!pose.shown[node]) continue;
      for (const part of parts) {
        part.boxes ??= boxesOf(part);
        for (const { joint, corners } of part.boxes) {
          const at = 12 * joint;
          for (const [x, y, z] of corners) {
            visit([at, at + 4, at + 8].map((row) => world[row] * x + world[row + 1] * y + world[row + 2] * z + world[row + 3]));
          }
        }
      }
    }
  }
}
