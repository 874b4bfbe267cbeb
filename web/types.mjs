// Writes the types of what the schemas describe, _build/web/schemas.d.ts: the front end imports them as "schemas".
import { compile } from "json-schema-to-typescript";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const file = path.join(root, "_build/web/schemas.d.ts");
const forms = {
  Figure: "figure.schema.json",
  Result: "result.schema.json",
  Step: "result.schema.json#/$defs/stepped",
  Exercise: "exercise.schema.json",
  Pose: "pose.schema.json",
  Solve: "solve.schema.json",
  Sheet: "sheet.schema.json",
  SheetWish: "sheet.schema.json#/$defs/wish",
  Scene: "scene.schema.json",
  Verdict: "verdict.schema.json",
  Check: "check.schema.json#/$defs/check",
  Asked: "check.schema.json#/$defs/asked",
  Lab: "lab.schema.json",
  LabFixed: "lab.schema.json#/$defs/fixed",
  LabTold: "lab.schema.json#/$defs/told",
  LabBeside: "lab.schema.json#/$defs/beside",
  Judged: "buying.schema.json",
  JudgedPart: "buying.schema.json#/$defs/part",
  BuyingFixed: "buying.schema.json#/$defs/fixed",
  OpenedPool: "buying.schema.json#/$defs/opened",
  Refined: "buying.schema.json#/$defs/refined",
  AnswerFile: "answers.schema.json",
};
const all = {
  type: "object",
  required: Object.keys(forms),
  properties: Object.fromEntries(Object.entries(forms).map(([name, $ref]) => [name, { $ref }])),
};
const text = await compile(all, "Forms", {
  cwd: path.join(root, "schemas/"),
  additionalProperties: false, // where a schema does not say
  ignoreMinAndMaxItems: true,
});
fs.mkdirSync(path.dirname(file), { recursive: true });
fs.writeFileSync(file, text);
