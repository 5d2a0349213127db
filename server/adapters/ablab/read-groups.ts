import { PROTOCOL_PARTS } from "../../contracts/external/logged-protocol.ts";
import { policiesOf } from "../../contracts/external/said-columns.ts";
import type { ExternalEvaluation, Rollout, Turn } from "../../contracts/external/verbs.ts";
import { GROUP_LIMITS } from "../../contracts/limits/outcomes.ts";
import { callsOf, cellOf, isReadable } from "../../foreign/completions.ts";
import { isForeign, jsonText, type Foreign } from "../../foreign/foreign-values.ts";
import { listOf, numberOf, textOf, wholeOf } from "./read-lines.ts";

/** Lists inside each other in which texts are looked for. */
const MOST_LEVELS = 8;

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

function asText(value: unknown, level = 0): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (Array.isArray(value) && level <= MOST_LEVELS)
    return value
      .map((part) => asText(isForeign(part) && "text" in part ? part.text : part, level + 1))
      .join("");
  return jsonText(value);
}

/** The completions of a `GroupLine`; null where there are none to read. */
export function rolloutsOf(line: Foreign): Rollout[] | null {
  const key = textOf(line.key);
  if (key === null || !Array.isArray(line.completions)) return null;
  if (line.completions.length > GROUP_LIMITS.completions.most) return null;
  const beside = [line.rewards, line.extra].flatMap((named) =>
    isForeign(named) ? Object.values(named) : [],
  );
  const sent = beside.reduce((sum: number, column) => sum + listOf(column).length, line.completions.length);
  if (!isReadable(beside.length * line.completions.length, sent)) return null;
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

/** Longest text of a part. */
const MOST_OF_PART = 80;

/** What a line says of how its evaluation was made; other parts than those of a protocol are left out. */
function loggedOf(said: unknown): Pick<ExternalEvaluation, "logged"> {
  if (!isForeign(said)) return {};
  const parts = PROTOCOL_PARTS.flatMap((part) => {
    const value = said[part];
    const known = typeof value === "number" || typeof value === "string" || typeof value === "boolean";
    return known && String(value).trim() !== "" ? [[part, String(value).slice(0, MOST_OF_PART)]] : [];
  });
  return parts.length > 0 ? { logged: Object.fromEntries(parts) } : {};
}

/** An `EvaluationLine`; null where it names no benchmark. Rows without a problem are left out. */
export function evaluationOf(line: Foreign): ExternalEvaluation | null {
  const benchmark = textOf(line.benchmark);
  const key = textOf(line.key);
  if (benchmark === null || key === null) return null;
  const sent = listOf(line.rows).filter(isForeign);
  const policies = policiesOf(
    sent.map((row) => ({
      extra: Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)])),
    })),
  );
  const rows = sent.flatMap((row) => {
    if (typeof row.problem !== "string" && typeof row.problem !== "number") return [];
    const solved = typeof row.solved === "number" ? row.solved > 0 : row.solved === true;
    return [{ problem: String(row.problem), solved, score: numberOf(row.score), steps: numberOf(row.steps) }];
  });
  const logged = loggedOf(line.protocol);
  return {
    benchmark,
    key,
    step: numberOf(line.step) ?? 0,
    final: line.final === true,
    rows,
    policies,
    ...logged,
  };
}
