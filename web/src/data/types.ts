/** What Python and the page tell each other: the forms of schemas/, and what the page itself adds to them. */
import type {
  ChoiceParam,
  Fault as RunFault,
  Forms,
  NumberParam,
  Panel,
  Preset,
  Row,
  Summary,
  SwitchParam,
} from "schemas";

export type {
  Answer,
  Axis,
  BusyPart,
  ChoiceParam,
  ColourAxis,
  Compared,
  Frame,
  Given,
  Mark,
  Move,
  NamedLoad,
  NumberParam,
  Panel,
  Pick,
  PosedPicture,
  Preset,
  Probe,
  Row,
  Served,
  Step,
  Stepped,
  Study,
  Table,
  Value,
  Where,
} from "schemas";

/** A row that shows a machine in motion. */
export type SceneRow = Forms["Scene"][number];
export type Figure = Forms["Figure"];
/** What a picture is drawn from, beside rows. */
export type Drawable = Pick<Figure, "id" | "params" | "panels">;
export type Axes = Panel["axes"];
export type Values = Preset["params"];
export type Param = NumberParam | ChoiceParam | SwitchParam;
export type Scalar = Row[string];
/** What decides how an SI value is shown. */
export type Shown = { one?: string | null } & Partial<
  Record<"unit", string | null> & Record<"factor" | "digits", number | null>
>;
export type Result = Summary & { rows?: Row[] };

export type Exercise = Forms["Exercise"];
/** Why a question cannot be posed. */
export type Refused = Extract<Forms["Pose"], { error: object }>;
export type Posed = Exclude<Forms["Pose"], Refused>;
export type Solved = Exclude<Forms["Solve"], Refused>;
export type Sheet = Forms["Sheet"];
export type SheetWish = Forms["SheetWish"];
export type Verdict = Forms["Verdict"];
export type Asked = Forms["Asked"];
/** What a program said in one test. */
export type Said = NonNullable<Forms["Check"]["said"]>[string];
export type AnswerFile = Forms["AnswerFile"];

/** The error of a run. */
export interface Fault extends Pick<RunFault, "kind" | "message">, Partial<Pick<RunFault, "line" | "param">> {
  /** Nothing has run, for there is no interpreter on this device. */
  absent?: boolean;
}
export interface Request {
  figure: string;
  params: Values;
  seed: unknown;
  code: string | null;
}
/** Which exercise in which variant. */
export interface Wish {
  exercise: string;
  variant: number;
}

/** The whole machine: a door with its runs, what never changes, and what Python tells of a study. */
export type Lab = Forms["Lab"];
export type LabFixed = Forms["LabFixed"];
export type LabTold = Forms["LabTold"];
export type LabBeside = Forms["LabBeside"];
export type LabSetup = Lab["setup"];
export type { Field as LabField, Span as LabSpan } from "schemas";

/** What to buy: all candidates judged, what never changes, and a candidate at length. */
export type Judged = Forms["Judged"];
export type JudgedPart = Forms["JudgedPart"];
export type BuyingFixed = Forms["BuyingFixed"];
export type OpenedPool = Forms["OpenedPool"];
export type Refined = Forms["Refined"];
export type { Goods, Refused as RefusedCell, Requirement, ShownColumn, WantField, Wants } from "schemas";
