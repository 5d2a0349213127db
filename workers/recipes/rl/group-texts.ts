import type { Group } from "../../lab/algo/draw-groups.ts";
import { traceEpisode, type TraceStep } from "../../lab/env/trace.ts";
import type { Problem } from "../../lab/env/problem.ts";
import type { LpModel } from "../../lp/model.ts";
import type { TextsEvent } from "../../protocol/events.ts";

type TextGroup = TextsEvent["groups"][number];

/** What the wire takes of a prompt. */
const PROMPT = 20_000;

const short = (value: number): string => String(Number(value.toPrecision(4)));

/** "2 x1 - x3"; "0" where nothing is in it. */
function sum(coefficients: Float64Array, names: readonly string[]): string {
  const terms = [...coefficients].flatMap((value, j) => {
    if (value === 0) return [];
    const size = Math.abs(value) === 1 ? "" : `${short(Math.abs(value))} `;
    return [`${value < 0 ? "-" : "+"} ${size}${names[j]}`];
  });
  return terms.length === 0 ? "0" : terms.join(" ").replace(/^\+ /, "");
}

/** "name: expression between bounds", as people write a row or the bounds of a column. */
function between(name: string, expression: string, lower: number, upper: number): string[] {
  const label = name === expression ? "" : `${name}: `;
  if (lower === -Infinity && upper === Infinity) return [];
  if (lower === upper) return [`${label}${expression} = ${short(lower)}`];
  if (lower === -Infinity) return [`${label}${expression} <= ${short(upper)}`];
  if (upper === Infinity) return [`${label}${expression} >= ${short(lower)}`];
  return [`${label}${short(lower)} <= ${expression} <= ${short(upper)}`];
}

/** A model as people write one. */
export function modelText(model: LpModel): string {
  const { colCount, colNames, rowNames, A } = model;
  const rows = rowNames.flatMap((name, i) => {
    const expression = sum(A.subarray(i * colCount, (i + 1) * colCount), colNames);
    return between(name, expression, model.rowLower[i], model.rowUpper[i]);
  });
  const bounds = colNames.flatMap((name, j) => between(name, name, model.colLower[j], model.colUpper[j]));
  return [
    `${model.maximize ? "maximize" : "minimize"} ${sum(model.cost, colNames)}`,
    "subject to",
    ...rows.map((row) => `  ${row}`),
    "bounds",
    ...bounds.map((bound) => `  ${bound}`),
  ].join("\n");
}

/** An action with what the solver makes of it: "DROP(c7): infeasible, IIS c4 c6". */
function stepText({ action, target, status, iisAfter }: TraceStep): string {
  const done = target === null ? action : `${action}(${target})`;
  return `${done}: ${status === "OPTIMAL" ? "feasible" : `infeasible, IIS ${iisAfter.join(" ")}`}`;
}

const endingOf = (isSolved: boolean, isCut: boolean): string =>
  isSolved ? "solved" : isCut ? "step limit" : "submitted";

const promptOf = (problem: Problem): string =>
  `Repair this infeasible linear program.\n${modelText(problem.model)}`.slice(0, PROMPT);

function textGroup({ problem, actions, solved, raw, shaped, overlong }: Group): TextGroup {
  return {
    key: problem.key,
    prompt: promptOf(problem),
    completions: actions.map((of, k) => ({
      text: traceEpisode(problem, of).map(stepText).join("\n"),
      reward: shaped[k],
      length: of.length,
      truncated: overlong[k],
      ending: endingOf(solved[k], overlong[k]),
      rewards: { raw: raw[k] },
    })),
  };
}

/** The same with a number behind the key where a step drew a problem before: texts are known by step and key. */
export function numberedGroups(groups: readonly TextGroup[]): TextGroup[] {
  const seen = new Map<string, number>();
  return groups.map((group) => {
    const times = (seen.get(group.key) ?? 0) + 1;
    seen.set(group.key, times);
    return times === 1 ? group : { ...group, key: `${group.key} #${times}` };
  });
}

/** Episodes of some groups to be read: the model as prompt, each action with the solver's answer as completion. */
export const textsEvent = (step: number, groups: readonly Group[]): TextsEvent => ({
  t: "texts",
  at: Date.now(),
  phase: "train",
  step,
  groups: numberedGroups(groups.map(textGroup)),
});
