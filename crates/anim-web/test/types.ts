// What TypeScript makes of the package's types; this is compiled, not run.

import init, { open, check, formats, type AnimError, type Converted, type Posed } from "anim-web";

export async function use(bytes: Uint8Array): Promise<number> {
  await init();
  const animation = open(bytes, "walk.tod", [{ name: "a.skel", bytes }], { options: { mode: "ideal" } });
  const { clips } = animation.info();
  const seconds: number = clips[0].duration;
  const posed: Posed = animation.pose({ clip: clips[0].name, fps: 30 });
  const lacking: string[] = posed.losses.map(({ code }) => code);
  const made: Converted = animation.convert("glb", { clip: 0, options: { mesh: "none" }, toleranceAngle: 1e-4 });
  const dropped: number = made.report.outputs[0].summary.dropped;
  const html: string = animation.page({ up: "-y" });
  const found = check(bytes, "walk.tod").diagnostics.filter(({ severity, line }) => severity === "error" && line !== null);
  const lazy = open(bytes, "walk.anim", { names: ["a.skel"], read: (name) => (name === "a.skel" ? bytes : undefined) });
  lazy.free();
  const keys: string[] = formats().flatMap(({ target_options }) => target_options.map(({ key }) => key));
  // @ts-expect-error: no such option
  animation.sample({ frames: 30 });
  // @ts-expect-error: no such axis
  animation.page({ up: "x" });
  // @ts-expect-error: bytes are not text
  open("walk.tod", "walk.tod");
  return seconds + posed.world.length + dropped + html.length + found.length + keys.length + lacking.length;
}

export function where(error: AnimError): string {
  return `${error.code} ${error.place.line ?? error.place.span?.[0]}`;
}
