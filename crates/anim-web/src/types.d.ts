/** What every function throws for files and arguments that it refuses. */
export interface AnimError extends Error {
  name: "AnimError";
  /** The stable identifier of the kind of error, such as `tod::cut-short`. */
  code: string;
  place: Place;
}

/** A place in a file, as far as it is known. */
export interface Place {
  /** The place in the document, such as `frame[3]/packet[0]`. */
  path: string | null;
  /** The bytes: the first, and the one after the last. */
  span: [number, number] | null;
  /** The line from 1, in files that are text. */
  line: number | null;
  /** The character in the line from 1, in files that are text. */
  column: number | null;
}

export interface NamedFile {
  name: string;
  bytes: Uint8Array;
}

/** The files next to a file, read when they are needed. */
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
  /** Frames a second; if not given, those of the clip, or the times of its keys. */
  fps?: number;
  /** Seconds. */
  times?: number[];
}

/** An operation on clips, which `operations()` lists. */
export interface Step {
  name: string;
  /** Its argument, if it has one. */
  value?: string | number;
}

export interface OperationInfo {
  name: string;
  /** What its argument is, for people; null if it has none. */
  value: string | null;
  /** Whether the argument has to be given. */
  needed: boolean;
  help: string;
}

export interface ConvertOptions {
  /** By name or by number from 0; if not given, all. */
  clip?: string | number;
  /** Operations on the clips, in their order. */
  edits?: Step[];
  /** Options of the target. */
  options?: Options;
  /** The name of the new file without its extension; if not given, that of the source. */
  stem?: string;
  /** The largest error allowed, in the unit of the value; if not given, 0.001. */
  tolerance?: number;
  /** The same for angles, in radians. */
  toleranceAngle?: number;
  /** The same for times, in seconds. */
  toleranceTime?: number;
}

export interface PageOptions {
  /** By name or by number from 0; if not given, all. */
  clip?: string | number;
  /** Operations on the clips, in their order. */
  edits?: Step[];
  /** The axis that points up; if not given, that of the clips. */
  up?: "y" | "-y" | "z";
  /** How often a second smooth motion is sampled; if not given, at every frame and at least 60 times. */
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
  /** How many clips a file holds; null if there is no limit. */
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
  /** For people: words with `|` between them, a range, or a kind of value. */
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
  /** Frames a second. */
  rate: number | null;
  up: Axis | null;
  forward: Axis | null;
  /** Metres a unit. */
  unit: number | null;
  /** The orders of Euler angles. */
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
  /** Time by time a value for each column. */
  values: Float64Array;
  errors: Inexact[];
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
  /** Time by time the parent of each node; -1 for none. */
  parents: Int32Array;
  /** Time by time whether each node exists, 1 or 0. */
  alive: Uint8Array;
  /** Time by time 12 numbers for each node: three rows of four for column vectors, the translation last in each row. */
  local: Float64Array;
  /** The same in the space of the world. */
  world: Float64Array;
  errors: Inexact[];
}

export interface Converted {
  /** Each output with the files that belong next to it. */
  files: NamedFile[];
  report: ConversionReport;
}

export interface ConversionReport {
  path: string;
  format: string;
  error: null;
  /** What reading the file and making clips of it reported. */
  findings: Finding[];
  losses: Loss[];
  outputs: ConversionOutput[];
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
