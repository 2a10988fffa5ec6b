/** The error that every function throws for files and arguments that it refuses. */
export interface AnimError extends Error {
  name: "AnimError";
  /** The stable identifier of the kind of error, such as `tod::truncated`. */
  code: string;
  place: Place;
}

/** A place in a file; unknown parts are null. */
export interface Place {
  /** The path in the document, such as `frame[3]/packet[0]`. */
  path: string | null;
  /** The byte span: the first byte, and the byte after the last one. */
  span: [number, number] | null;
  /** The line, from 1, in text files. */
  line: number | null;
  /** The character in the line, from 1, in text files. */
  column: number | null;
}

export interface NamedFile {
  name: string;
  bytes: Uint8Array;
}

/** The files next to a file, read on demand. */
export interface Surroundings {
  names: string[];
  read(name: string): Uint8Array | undefined;
}

/** Values of options, which `formats()` lists. */
export type Options = Record<string, string | number | boolean>;

export interface OpenOptions {
  /** The identifier of the format; if not given, the content decides. */
  format?: string;
  /** Options of reading. */
  options?: Options;
}

export interface SampleOptions {
  /** By name or by number from 0; if not given, the first. */
  clip?: string | number;
  /** Frames per second; if not given, the frame rate of the clip, or else the times of its keys. */
  fps?: number;
  /** Seconds. */
  times?: number[] | Float64Array | Float32Array;
}

/** An operation on clips, which `operations()` lists. */
export interface Step {
  name: string;
  /** Its argument, if it has one. */
  value?: string | number;
}

export interface OperationInfo {
  name: string;
  /** The name of its argument in help texts; null if it has none. */
  value: string | null;
  /** Whether the argument is required. */
  needed: boolean;
  help: string;
}

export interface ConvertOptions {
  /** By name or by number from 0; if not given, all. */
  clip?: string | number;
  /** The operations on the clips, in order. */
  edits?: Step[];
  /** Options of the target. */
  options?: Options;
  /** The name of the new file without its extension; if not given, that of the source. */
  stem?: string;
  /** The largest error allowed, in the unit of the value; if not given, 0.001. */
  tolerance?: number;
  /** The largest error allowed for angles, in radians; if not given, 0.001. */
  toleranceAngle?: number;
  /** The largest error allowed for times, in seconds; if not given, 0.001. */
  toleranceTime?: number;
}

export interface PageOptions {
  /** By name or by number from 0; if not given, all. */
  clip?: string | number;
  /** The operations on the clips, in order. */
  edits?: Step[];
  /** The axis that points up; if not given, that of the clips. */
  up?: "y" | "-y" | "z";
  /** Samples per second of smooth motion; if not given, every frame and at least 60. */
  fps?: number;
}

export interface FormatInfo {
  id: string;
  name: string;
  /** Without the dot. */
  extensions: string[];
  reads: boolean;
  writes: boolean;
  encodes: boolean;
  /** Whether files are written back byte for byte. */
  exact: boolean;
  /** The largest number of clips in a file; null for any number. */
  max_clips: number | null;
  /** Options of reading. */
  options: FormatOption[];
  /** Options of making a file. */
  target_options: FormatOption[];
  codes: CodeInfo[];
  conversion_codes: CodeInfo[];
}

export interface FormatOption {
  key: string;
  /** As text: words separated by `|`, a range, or a kind of value. */
  values: string;
  default: string;
  help: string;
}

export type Severity = "note" | "warning" | "error";

export interface CodeInfo {
  id: string;
  severity: Severity;
  summary: string;
}

export interface FileInfo {
  path: string;
  format: string;
  bytes: number;
  clips: ClipInfo[];
}

export interface ClipInfo {
  name: string;
  /** Seconds. */
  duration: number;
  nodes: number;
  channels: number;
  keys: number;
  /** Frames per second. */
  rate: number | null;
  up: Axis | null;
  forward: Axis | null;
  /** Metres per unit. */
  unit: number | null;
  /** The names of the orders of Euler angles. */
  euler: string[];
}

export type Axis = "+x" | "-x" | "+y" | "-y" | "+z" | "-z";

export interface Finding {
  severity: Severity;
  code: string;
  message: string;
  span: [number, number] | null;
  path: string | null;
}

export interface Checked {
  path: string;
  format: string;
  diagnostics: (Finding & Place)[];
}

export interface Sampled {
  clip: string;
  /** Seconds, ascending. */
  times: Float64Array;
  columns: Column[];
  /** For each time, a value for each column. */
  values: Float64Array;
  errors: Inexact[];
  /** What the file has and the clip lacks: dropped parts, and those that only other clips of the file have. */
  losses: Loss[];
}

export interface Column {
  node: string;
  channel: string;
  component: number;
}

/** A channel whose values are approximate; without a channel, the rest pose of the node. */
export interface Inexact {
  node: string | null;
  channel: string | null;
  error: number | "NaN" | "inf" | "-inf";
  unit: string;
}

export interface Posed {
  clip: string;
  /** Seconds, ascending. */
  times: Float64Array;
  nodes: string[];
  /** For each time, the parent of each node; -1 for none. */
  parents: Int32Array;
  /** For each time, whether each node exists: 1 or 0. */
  alive: Uint8Array;
  /** For each time, 12 numbers for each node: three rows of four for column vectors, the translation last in each row. */
  local: Float64Array;
  /** The same in world space. */
  world: Float64Array;
  errors: Inexact[];
  /** What the file has and the clip lacks: dropped parts, and those that only other clips of the file have. */
  losses: Loss[];
}

export interface Converted {
  /** Each output with its companion files. */
  files: NamedFile[];
  report: ConversionReport;
}

export interface ConversionReport {
  path: string;
  format: string;
  error: null;
  /** What operations changed, if they changed anything. */
  changes?: Change[];
  /** The findings of reading the file and converting it to clips. */
  findings: Finding[];
  losses: Loss[];
  outputs: ConversionOutput[];
}

/** A change made by an operation on clips. */
export interface Change {
  /** The operation. */
  edit: string;
  /** The clip, if it concerns one. */
  clip: string | null;
  message: string;
}

export interface ConversionOutput {
  path: string;
  clips: string[];
  bytes: number;
  summary: LossSummary;
  findings: Finding[];
  losses: Loss[];
}

export interface LossSummary {
  kept: number;
  approximated: number;
  dropped: number;
  largest: { error: number | "NaN" | "inf" | "-inf"; unit: string }[];
}

export interface Loss extends Finding {
  loss: "kept" | "approximated" | "dropped";
  clip: string | null;
  node: string | null;
  property: string | null;
  renamed: string | null;
  /** Seconds. */
  time: number | null;
  error: number | "NaN" | "inf" | "-inf" | null;
  unit: string | null;
}
