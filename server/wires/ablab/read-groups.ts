import type { OutsideEvaluation, Rollout, Turn } from "../../contracts/outside/verbs.ts";
import { callsOf, cellOf } from "../completions.ts";
import { isForeign, type Foreign } from "../foreign-values.ts";
import { listOf, numberOf, textOf, wholeOf } from "./read-lines.ts";

/** A text, or the turns of a conversation; the content of a turn may be parts, of which texts are joined. Calls of tools follow it. */
function turnsOf(said: unknown, role: string): Turn[] {
  if (!Array.isArray(said)) return [{ role, text: asText(said) }];
  return said.map((turn: unknown) => {
    if (!isForeign(turn)) return { role, text: asText(turn) };
    const reward = numberOf(turn.reward);
    const words = asText(turn.content ?? turn.text);
    const text = [...(words === "" ? [] : [words]), ...callsOf(turn)].join("\n");
    return { role: textOf(turn.role) ?? role, text, ...(reward === null ? {} : { reward }) };
  });
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (Array.isArray(value))
    return value.map((part) => asText(isForeign(part) && "text" in part ? part.text : part)).join("");
  return JSON.stringify(value);
}

/** The completions of a `GroupLine`; null where there are none to read. */
export function rolloutsOf(line: Foreign): Rollout[] | null {
  const key = textOf(line.key);
  if (key === null || !Array.isArray(line.completions)) return null;
  const prompt = turnsOf(line.prompt, "user");
  const phase = line.phase === "train" || line.phase === "eval" ? line.phase : null;
  const columns = (named: unknown) => Object.entries(isForeign(named) ? named : {});
  const at = (column: unknown, place: number) => listOf(column)[place];
  return line.completions.map((completion, place) => {
    const truncated = at(line.truncated, place);
    return {
      step: numberOf(line.step) ?? 0,
      group: key,
      place: wholeOf(at(line.places, place)) ?? place,
      prompt,
      completion: turnsOf(completion, "assistant"),
      rewards: Object.fromEntries(
        columns(line.rewards).map(([name, column]) => [name, numberOf(at(column, place))]),
      ),
      reward: numberOf(at(line.reward, place)),
      advantage: numberOf(at(line.advantages, place)),
      length: numberOf(at(line.lengths, place)),
      truncated: typeof truncated === "boolean" ? truncated : null,
      stopReason: textOf(at(line.stopReasons, place)),
      epoch: numberOf(line.epoch),
      phase,
      extra: Object.fromEntries(
        columns(line.extra).map(([name, column]) => [name, cellOf(at(column, place))]),
      ),
    };
  });
}

/** An `EvaluationLine`; null where it names no benchmark. Rows without a problem are left out. */
export function evaluationOf(line: Foreign): OutsideEvaluation | null {
  const benchmark = textOf(line.benchmark);
  const key = textOf(line.key);
  if (benchmark === null || key === null) return null;
  const rows = listOf(line.rows).flatMap((row) => {
    if (!isForeign(row) || (typeof row.problem !== "string" && typeof row.problem !== "number")) return [];
    const solved = typeof row.solved === "number" ? row.solved > 0 : row.solved === true;
    return [{ problem: String(row.problem), solved, score: numberOf(row.score), steps: numberOf(row.steps) }];
  });
  return { benchmark, key, step: numberOf(line.step) ?? 0, final: line.final === true, rows };
}
