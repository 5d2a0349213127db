import type { EvaluationEvent, EvaluationProtocol, TrainerEvent } from "../../../workers/protocol/events.ts";
import type { Assignment } from "../../../workers/protocol/messages.ts";
import type { Matrix } from "../../contracts/launch/launch.ts";
import { commit } from "../context.ts";
import { keepRollouts } from "../rollouts/keep.ts";
import { rollout } from "../rollouts/testing.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  pointsEvents,
  populationEvent,
  problemHashes,
  startNextIfAny,
  type World,
} from "../testing.ts";

const STEPS = 12;
export const PROBLEMS = problemHashes(40, "a");

/** What a run does that others of its world do not. */
export interface Told {
  /** Content hashes of its problems, and which of them have rows; all where that is not said. */
  problems?: string[];
  rows?: readonly [number, number];
  protocol?: Partial<EvaluationProtocol>;
  steps?: number;
  start?: string;
  /** Training episodes against those of others. */
  effort?: number;
  /** Mean tokens of its answers, 10 where that is not said. */
  tokens?: number;
  /** It sends RR, and no evaluation. */
  unrecorded?: boolean;
  /** Versions of the policy that answered its completions at the end. */
  policies?: string[];
  /** Problems that further final evaluations at its last step solve. */
  again?: number[];
  /** It draws this curve, whatever its seed, and solves as many problems. */
  curve?: number;
  fails?: boolean;
  stays?: boolean;
  /** Evaluated before the end as well, with rows for these problems. */
  early?: readonly [number, number];
}

export interface Scenario {
  matrix?: Partial<Matrix>;
  seeds?: number[];
  /** What the second configuration does, seed by seed. */
  told?: (seed: number) => Told;
  /** What the first one does. */
  base?: (seed: number) => Told;
}

function evaluation(told: Told, solved: number, step: number, final: boolean): EvaluationEvent {
  const { problems = PROBLEMS, rows, protocol } = told;
  const event = evaluationEvent(problems, solved, { step, key: `at ${step}`, final }) as EvaluationEvent;
  const kept = rows ? event.rows.slice(...rows) : event.rows;
  return { ...event, rows: kept, protocol: { ...event.protocol, ...protocol } };
}

function eventsOf(told: Told, solved: number): TrainerEvent[] {
  const {
    problems = PROBLEMS,
    steps = STEPS,
    start = "a",
    effort = 1,
    early,
    again = [],
    curve,
    tokens = 10,
  } = told;
  const streamed = pointsEvents({ "reward/raw": 0.5, "reward/shaped": 0.5, "group/std": 0.25 }, steps).map(
    (event) =>
      event.t === "points"
        ? {
            ...event,
            values: {
              ...event.values,
              "progress/episodes": event.step * 256 * effort,
              "completions/mean_length": tokens,
              ...(curve !== undefined && { "my/curve": curve + (event.step % 3) }),
              ...(event.step === steps && { "eval/rr": solved / problems.length, "eval/da": 0.5 }),
            },
          }
        : event,
  );
  return [
    populationEvent(problems),
    { t: "artifact", at: 1, kind: "start_weights", step: 0, sha256: start.repeat(64), bytes: 4 },
    ...(early ? [evaluation({ ...told, rows: early }, 1, 4, false)] : []),
    ...streamed,
    ...(told.unrecorded ? [] : [evaluation(told, solved, steps, true)]),
    ...again.map((more, i) => ({ ...evaluation(told, more, steps, true), key: `again ${i}`, at: 10 + i })),
  ];
}

/** Completions of the last evaluation, each answered by another version of the policy. */
function keepAnswers(world: World, { attemptId, runId }: Assignment, { policies = [], steps = STEPS }: Told) {
  const answers = policies.map((policy_version, place) =>
    rollout({ phase: "eval", step: steps, place, extra: { policy_version } }),
  );
  commit(world.ctx, (scope) => keepRollouts(scope, { id: attemptId, runId }, answers, world.clock.now));
}

/** Launches two configurations, the baseline and another, and lets each run do what it is told. */
export function playScenario({ matrix, seeds = [0, 1, 2], told, base }: Scenario) {
  const world: World = makeWorld();
  const { experimentId, runs } = launch(world, { presets: ["baseline", "no_kl"], seeds, ...matrix });
  const worker = joinWorker(world, { slots: runs.length });
  const [first] = runs.map(({ name }) => name.replace(/-s\d+$/, ""));
  const ids = new Map(runs.map(({ name, id }) => [name, id]));
  const sides: [string, string] = ["", ""];
  for (let run = startNextIfAny(world, worker); run; run = startNextIfAny(world, worker)) {
    const { runName, seed } = run.assignment;
    const isFirst = runName.replace(/-s\d+$/, "") === first;
    const does = (isFirst ? base : told)?.(seed) ?? {};
    sides[isFirst ? 0 : 1] ||= ids.get(runName) ?? "";
    for (const event of eventsOf(does, does.curve ?? 10 + seed + (isFirst ? 0 : 5))) run.send(event);
    keepAnswers(world, run.assignment, does);
    if (does.fails) run.finish({ code: 1, reason: "error" });
    else if (!does.stays) run.finish();
  }
  return { world, ctx: world.ctx, experimentId, sides, runIds: runs.map(({ id }) => id) };
}

/** What every seed does. */
export const always = (told: Told) => (): Told => told;

/** One seed does something, the others nothing. */
export const inSeed =
  (one: number, told: Told) =>
  (seed: number): Told =>
    seed === one ? told : {};

/** Configurations that differ in one parameter alone. */
export function factor(name: string, ...levels: (number | string)[]): Pick<Scenario, "matrix"> {
  return { matrix: { presets: ["baseline"], factors: [{ name, levels }] } };
}
