// Meshes: triangles that follow a node, or the joints of a skin.

const MESH_VERTEX = `
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 coordinate;
layout(location = 3) in vec4 joints;
layout(location = 4) in vec4 weights;
uniform mat4 model;
uniform mat4 projection;
uniform vec3 shadow;
uniform float ground;
uniform sampler2D maps;
out vec3 place;
out vec3 facing;
out vec2 spot;
vec4 row(int index) {
  vec4 sum = vec4(0.0);
  for (int i = 0; i < 4; i++) {
    if (weights[i] > 0.0) sum += weights[i] * texelFetch(maps, ivec2(index, int(joints[i])), 0);
  }
  return sum;
}
void main() {
  mat3x4 map = mat3x4(row(0), row(1), row(2));
  vec4 world = model * vec4(vec4(position, 1.0) * map, 1.0);
  if (shadow.y != 0.0) world.xyz += shadow * ((ground - world.y) / shadow.y);
  gl_Position = projection * world;
  place = world.xyz;
  facing = mat3(model) * (vec4(normal, 0.0) * map);
  spot = coordinate;
}`;

const MESH_FRAGMENT = `
in vec3 place;
in vec3 facing;
in vec2 spot;
uniform sampler2D image;
uniform vec4 color;
uniform vec3 light;
uniform vec3 eye;
uniform float cut;
uniform bool isFlat;
out vec4 shown;
void main() {
  vec4 tint = color * texture(image, spot);
  if (tint.a < cut) discard;
  vec3 normal = isFlat ? cross(dFdx(place), dFdy(place)) : facing;
  normal = normalize(normal);
  if (dot(normal, place - eye) > 0.0) normal = -normal;
  // The sky from above, the ground from below, and the sun.
  float shade = mix(0.35, 0.62, 0.5 + 0.5 * normal.y) + 0.6 * max(dot(normal, -light), 0.0);
  vec3 bright = light == vec3(0.0) ? tint.rgb : tint.rgb * shade;
  shown = vec4(pow(bright, vec3(1.0 / 2.2)) * tint.a, tint.a);
}`;

/** What draws the meshes of scenes. */
class MeshPainter {
  constructor(gl) {
    this.gl = gl;
    this.shader = makeProgram(gl, MESH_VERTEX, MESH_FRAGMENT);
    this.white = this.texture(gl.RGBA8, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array([255, 255, 255, 255]));
    this.images = new Map();
  }

  texture(format, width, height, layout, kind, data) {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.texImage2D(gl.TEXTURE_2D, 0, format, width, height, 0, layout, kind, data);
    return texture;
  }

  /** The texture of a picture; white until browsers have decoded it, and for one that they cannot. */
  picture(blob, loaded) {
    const { gl } = this;
    if (!this.images.has(blob)) {
      this.images.set(blob, this.white);
      createImageBitmap(blob, { colorSpaceConversion: "none" }).then((bitmap) => {
        const texture = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
        gl.generateMipmap(gl.TEXTURE_2D);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
        this.images.set(blob, texture);
        loaded();
      }, () => {});
    }
    return this.images.get(blob);
  }

  /** Draws a part of a body. Without light it is one dark colour, a shadow on the floor. */
  draw(part, maps, { camera, model, light, shadow = DARK, ground = 0, dark = null, image }) {
    const { gl, shader } = this;
    const { uniforms } = shader;
    gl.useProgram(shader.program);
    gl.uniformMatrix4fv(uniforms.projection, false, camera.projection);
    gl.uniformMatrix4fv(uniforms.model, false, model);
    gl.uniform3fv(uniforms.light, light);
    gl.uniform3fv(uniforms.eye, camera.offset);
    gl.uniform3fv(uniforms.shadow, shadow);
    gl.uniform1f(uniforms.ground, ground);
    gl.uniform4fv(uniforms.color, dark ?? part.surface.color);
    gl.uniform1f(uniforms.cut, dark ? 0 : part.surface.isBlended ? 1e-3 : part.surface.cut);
    gl.uniform1i(uniforms.isFlat, part.normals ? 0 : 1);
    gl.uniform1i(uniforms.image, 0);
    gl.uniform1i(uniforms.maps, 1);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, maps);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, dark ? this.white : image);
    gl.bindVertexArray(part.array);
    gl.drawElements(gl.TRIANGLES, part.triangles.length, gl.UNSIGNED_INT, 0);
  }
}
