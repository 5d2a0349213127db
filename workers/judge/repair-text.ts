import { elementName, type LpModel } from "../lp/model.ts";
import { ACTION_COUNT, ACTIONS, GET_IIS, SUBMIT } from "../lab/env/actions.ts";
import type { RepairEnv } from "../lab/env/env.ts";
import type { Problem } from "../lab/env/problem.ts";
import { firstConflict } from "../lab/env/trace.ts";

const number = (value: number): string => String(Number(value.toPrecision(4)));

/** A sum of terms as people write it: `3 x1 - x2`. */
function sumText(coefficients: Iterable<number>, names: readonly string[]): string {
  const terms = Array.from(coefficients, (value, j) => ({ value, name: names[j] })).filter(
    ({ value }) => value !== 0,
  );
  if (terms.length === 0) return "0";
  return terms
    .map(({ value, name }, k) => {
      const sign = value < 0 ? (k === 0 ? "-" : " - ") : k === 0 ? "" : " + ";
      const size = Math.abs(value);
      return `${sign}${size === 1 ? "" : `${number(size)} `}${name}`;
    })
    .join("");
}

function rangeText(middle: string, lower: number, upper: number): string {
  if (lower === upper) return `${middle} = ${number(lower)}`;
  if (lower === -Infinity && upper === Infinity) return `${middle} free`;
  if (lower === -Infinity) return `${middle} <= ${number(upper)}`;
  if (upper === Infinity) return `${middle} >= ${number(lower)}`;
  return `${number(lower)} <= ${middle} <= ${number(upper)}`;
}

/** A row or a column as a line, to four digits; what is judged is exact. */
function elementText(model: LpModel, element: number): string {
  const { colCount, A, rowLower, rowUpper, colLower, colUpper, rowNames, colNames } = model;
  if (element < colCount) return rangeText(colNames[element], colLower[element], colUpper[element]);
  const i = element - colCount;
  const sum = sumText(A.subarray(i * colCount, (i + 1) * colCount), colNames);
  return `${rowNames[i]}: ${rangeText(sum, rowLower[i], rowUpper[i])}`;
}

/** A model as text: its goal, then one row and one column a line. */
function modelText(model: LpModel): string {
  const line = (element: number) => elementText(model, element);
  const columns = Array.from({ length: model.colCount }, (_, j) => line(j));
  const rows = Array.from({ length: model.rowCount }, (_, i) => line(model.colCount + i));
  const goal = `${model.maximize ? "maximize" : "minimize"} ${sumText(model.cost, model.colNames)}`;
  return [goal, "rows", ...rows, "bounds", ...columns].join("\n");
}

const ASKED = [
  "Write one action a line; they are taken in this order:",
  "DIAGNOSE(name) says that a row or column is at fault",
  "RELAX_SMALL(row), RELAX_LARGE(row) widen its limits",
  "DROP(row) takes it away",
  "UPDATE_BOUNDS(column) widens its bounds",
  "GET_IIS() looks again, SUBMIT() ends",
].join("\n");

/** What a policy reads: the model, one irreducible infeasible subset of it, and the form of an answer; or that subset alone. */
export function repairPrompt(problem: Problem, shows: "model" | "conflict"): string {
  const { model } = problem;
  const conflict = firstConflict(problem);
  if (shows === "conflict")
    return ["In conflict:", ...conflict.map((element) => elementText(model, element)), "Repair:"].join("\n");
  return [
    "This linear program is infeasible. Make it feasible with few actions, and change little else.",
    modelText(model),
    `in conflict: ${conflict.map((element) => elementName(model, element)).join(", ")}`,
    ASKED,
  ].join("\n");
}

/** A flat action as a line of an answer. */
export function actionText(problem: Problem, action: number): string {
  const entity = Math.floor(action / ACTION_COUNT);
  const type = action % ACTION_COUNT;
  const isGlobal = type === GET_IIS || type === SUBMIT;
  return `${ACTIONS[type]}(${isGlobal ? "" : elementName(problem.model, entity)})`;
}

/** An action as an answer names it; `target` is empty for those of the whole model. */
export interface WrittenAction {
  type: number;
  target: string;
}

const WRITTEN = new RegExp(`\\b(${ACTIONS.join("|")})[ \\t]*\\(([^()\\n]{0,200})\\)`, "g");
/** Most actions that are read of one answer; an episode has ended long before. */
const MOST_ACTIONS = 1000;

/** The actions of an answer, in order. What a model thinks before `</think>` is no answer. */
export function readActions(text: string): WrittenAction[] {
  const answer = text.slice(text.lastIndexOf("</think>") + 1);
  const found: WrittenAction[] = [];
  for (const [, name, target] of answer.matchAll(WRITTEN)) {
    if (found.length === MOST_ACTIONS) break;
    found.push({ type: ACTIONS.indexOf(name as (typeof ACTIONS)[number]), target: target.trim() });
  }
  return found;
}

/** The legal flat action that is meant, or null. A row wins over a column of its name where both are possible. */
export function meantAction(env: RepairEnv, { type, target }: WrittenAction): number | null {
  const { model } = env.problem;
  const isGlobal = type === GET_IIS || type === SUBMIT;
  if (isGlobal) return target === "" ? (env.entityCount - 1) * ACTION_COUNT + type : null;
  const row = model.rowNames.indexOf(target);
  const entities = [row < 0 ? -1 : model.colCount + row, model.colNames.indexOf(target)];
  const entity = entities.find((e) => e >= 0 && env.isLegal(e, type));
  return entity === undefined ? null : entity * ACTION_COUNT + type;
}
