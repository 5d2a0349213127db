import { packTally, tallyDiagnosis } from "../../../../packs/repair/diagnosis.ts";
import type { EvaluationProtocol } from "../../../../workers/protocol/events.ts";
import { UNRECORDED } from "../../../wording/decoding.ts";
import type { ImportedRow } from "../reader.ts";
import { lacksZone, type Place, readMoment, refuse, type Stored } from "../values.ts";

/** One episode as `results.db` and the JSON files of LLM-for-OR tell it. */
export interface Episode {
  row: ImportedRow;
  /** When it ended, ms since the epoch, and how long it took, ms; null where the source does not say. */
  at: number | null;
  tookMs: number | null;
  tokens: number | null;
}

export const MOST_STEPS = 20;

/** What a list of names without actions can say of a diagnosis. */
export const ONE_LIST =
  "The source keeps one list of named constraints per problem, without the actions. DA counts every name as a repair.";

/** What decides whether two imported evaluations can be compared. */
export const protocolOf = (config: Stored): EvaluationProtocol => {
  const temperature = typeof config.temperature === "number" ? config.temperature : null;
  const steps = config.max_steps;
  return {
    decoding: temperature === 0 ? "greedy" : "sampled",
    temperature: temperature ?? 0,
    maxSteps: typeof steps === "number" && Number.isInteger(steps) && steps > 0 ? steps : MOST_STEPS,
    observation: temperature === null ? UNRECORDED : "OR-Debug-Bench",
    evalSeed: 0,
    daDefinition: "one list of names",
  };
};

/** Reads an episode; whatever is not as the format has it is refused by its place. */
export function readEpisode(stored: Stored, place: Place, utcOffsetMinutes: number): Episode {
  const problem = stored.problem_id;
  if (typeof problem !== "string" || problem.trim() === "" || problem.length > 200)
    throw refuse(place("problem_id"), "no name of a problem", problem);
  const solved = truthOf(stored, place);
  const steps = countOf(solved ? (stored.success_at_step ?? stored.steps) : stored.steps, place("steps"));
  if (steps === null) throw refuse(place("steps"), "no count of steps", stored.steps);
  const named = namesOf(stored.diagnosed_constraints, place("diagnosed_constraints"));
  const conflict = namesOf(stored.ground_truth_iis, place("ground_truth_iis"));
  const took = numberOf(stored.wall_clock_seconds, place("wall_clock_seconds"));
  return {
    row: {
      problem,
      type: /_type([A-Z]+)_/.exec(problem)?.[1] ?? "",
      solved,
      steps,
      score: numberOf(stored.total_reward, place("total_reward")),
      diagnosis:
        named === null || conflict === null
          ? null
          : packTally(
              tallyDiagnosis({
                conflict,
                faults: [],
                actions: named.map((target) => ({ action: "DROP", target })),
              }),
            ),
      passAt1: null,
      seconds: took,
    },
    at: readMoment(stored.timestamp, place("timestamp"), utcOffsetMinutes),
    tookMs: took === null ? null : Math.round(took * 1000),
    tokens: numberOf(stored.total_tokens, place("total_tokens")),
  };
}

function truthOf({ success }: Stored, place: Place): boolean {
  if (success === 1 || success === true) return true;
  if (success === 0 || success === false) return false;
  throw refuse(place("success"), "neither 0 nor 1", success);
}

function countOf(value: unknown, place: string): number | null {
  const count = numberOf(value, place);
  if (count !== null && (!Number.isInteger(count) || count < 0 || count > 1_000_000))
    throw refuse(place, "no count", value);
  return count;
}

function numberOf(value: unknown, place: string): number | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== "number" || !Number.isFinite(value)) throw refuse(place, "not a number", value);
  return value;
}

/** A list of names, or the JSON text of one. */
function namesOf(value: unknown, place: string): string[] | null {
  if (value === null || value === undefined || value === "") return null;
  let list: unknown = value;
  try {
    if (typeof value === "string") list = JSON.parse(value);
  } catch {
    throw refuse(place, "no list of names", value);
  }
  if (!Array.isArray(list) || !list.every((name) => typeof name === "string"))
    throw refuse(place, "no list of names", value);
  return list;
}

/** Begin and end of a source by its episodes: the first begins before it ends. */
export function spanOf(episodes: readonly Episode[]): { startedAt: number | null; endedAt: number | null } {
  let [startedAt, endedAt]: (number | null)[] = [null, null];
  for (const { at, tookMs } of episodes) {
    if (at === null) continue;
    const from = at - (tookMs ?? 0);
    startedAt = startedAt === null ? from : Math.min(startedAt, from);
    endedAt = endedAt === null ? at : Math.max(endedAt, at);
  }
  return { startedAt, endedAt };
}

export const zoneNote = (values: readonly unknown[], utcOffsetMinutes: number): string[] =>
  values.some(lacksZone)
    ? [
        utcOffsetMinutes === 0
          ? "Its times name no time zone and were read as UTC."
          : `Its times name no time zone and were read as UTC${utcOffsetMinutes > 0 ? "+" : "-"}${String(Math.floor(Math.abs(utcOffsetMinutes) / 60)).padStart(2, "0")}:${String(Math.abs(utcOffsetMinutes) % 60).padStart(2, "0")}.`,
      ]
    : [];
