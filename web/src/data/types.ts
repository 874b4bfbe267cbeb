/** The JSON forms of schemas/README.md. Values are SI; `factor` (SI per unit) says how one is shown. */

export type Scalar = string | number | boolean | null;
export type Row = Record<string, Scalar>;
export type Value = string | number | boolean;
export type Values = Record<string, Value>;

export interface Shown {
  unit?: string | null;
  /** What a single one is called. */
  one?: string | null;
  factor?: number | null;
  digits?: number | null;
}

interface ParamBase {
  name: string;
  label: string;
  help?: string;
  /** Under the fold "More controls". */
  more?: boolean;
  /** Changes only what is shown of the rows: the picture is drawn again, the model does not run. */
  view?: boolean;
}
export interface NumberParam extends ParamBase, Shown {
  kind: "number";
  default: number;
  low: number;
  high: number;
  /** Units in which a value may be typed: SI per unit. */
  units?: Record<string, number> | null;
  step?: number | null;
  whole?: boolean;
  stops?: number[] | null;
}
export interface ChoiceParam extends ParamBase {
  kind: "choice";
  default: string;
  options: { value: string; label: string }[];
}
export interface SwitchParam extends ParamBase {
  kind: "switch";
  default: boolean;
}
export type Param = NumberParam | ChoiceParam | SwitchParam;

export interface Preset {
  name: string;
  label: string;
  help?: string;
  params: Values;
  seed?: number | null;
}

export interface Mark {
  mark: string;
  where?: Row | null;
  data?: unknown[] | null;
  options?: Record<string, unknown>;
}
export interface Axis extends Shown {
  label?: string | null;
  domain?: unknown[] | null;
  range?: unknown[] | null;
  type?: string;
  ticks?: unknown;
  legend?: boolean;
  [option: string]: unknown;
}
export type Axes = Record<string, Axis>;
export interface Frame extends Shown {
  field: string;
  label?: string;
  rate?: number | null;
  stills?: Scalar[] | null;
}
/** Which rows: those whose columns equal these values, or one of a list. */
export type Where = Record<string, Scalar | Scalar[]>;
/** The fields of the cells that a cross-hair counts, and what one of them and many are called. */
export interface Probe {
  x1: string;
  x2: string;
  low: string;
  high: string;
  count: string;
  where?: Where | null;
  noun?: string[];
}
/** A click on a row's mark sets a parameter to the row's field. */
export interface Pick {
  param: string;
  field: string;
  where?: Where | null;
}
/** A line at a parameter's value that the reader drags. */
export interface Handle {
  param: string;
  axis: "x";
}
/** Rows with the field `param` are things: it names what each sets. Rows with the field `value` are places for them. */
export interface Move {
  param: string;
  value: string;
  where?: Where | null;
  /** Whether one that stands there already goes where the thing came from. */
  swap?: boolean;
}
export interface Panel {
  height?: number | null;
  axes?: Axes;
  marks: Mark[];
  frame?: Frame | null;
  /** Length of a unit of y over one of x. */
  aspect?: number | null;
  /** Parameters and the values (or lists of values) that they must have for the panel to be shown. */
  when?: Record<string, Value | Value[]> | null;
  probe?: Probe | null;
  pick?: Pick | null;
  handle?: Handle | null;
  move?: Move | null;
}
export interface Column extends Shown {
  name: string;
  label: string;
}
export interface Table {
  where?: Row | null;
  columns: Column[];
}

export interface Figure {
  id: string;
  chapter?: string;
  title: string;
  caption?: string;
  edition: string;
  params: Param[];
  seed: number;
  presets: Preset[];
  panels: Panel[];
  table?: Table | null;
  code?: string;
  /** What else the code may use. */
  names?: string[];
}

export interface Compared extends Shown {
  id: string;
  label: string;
  expected: number | null;
  low?: number | null;
  high?: number | null;
  compare: string;
  met: boolean;
  model: number | boolean | null;
  /** Decimals of the model's number; `digits` are those of what was published. */
  model_digits?: number | null;
  error: number | null;
  tolerance?: number | null;
  status: string;
  basis: string;
}
export interface Result {
  figure: string;
  edition?: string;
  params: Values;
  seed: number;
  preset: string | null;
  rows?: Row[];
  describe: string;
  values: Record<string, number>;
  compare: Compared[];
}

export interface Fault {
  kind: string;
  message: string;
  line?: number | null;
  param?: string | null;
  /** Nothing has run, for there is no interpreter on this device. */
  absent?: boolean;
}
export interface Request {
  figure: string;
  params: Record<string, unknown>;
  seed: unknown;
  code: string | null;
}
export interface Step {
  rows?: Row[];
  done?: boolean;
  result?: Result;
  output?: string;
  error?: Fault;
}

export type { Exercise, Posed, Solved, Verdict, Wish } from "../exercise/exercise-types";
