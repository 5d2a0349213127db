import type { EvaluationEvent, TrainerEvent } from "../../../workers/protocol/events.ts";
import type { Matrix } from "../../contracts/launch/launch.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  pointsEvents,
  populationEvent,
  startNextIfAny,
  type World,
} from "../testing.ts";

/** What one pretended run of a comparison does. */
export interface Play {
  /** Content hashes of the problems it is measured on. */
  hashes: string[];
  /** The step that solves problem i; null where it stays unsolved. */
  solvedAt: (i: number) => number | null;
  /** The same before training, where it was evaluated then too. */
  start?: (i: number) => number | null;
  maxSteps?: number;
  da?: (i: number) => number | null;
  /** Programs: the share of the hidden cases that passes, and estimates from samples. */
  passed?: (i: number) => number;
  passAt?: (i: number) => { passAt1: number; passAt8: number };
  daDefinition?: string;
  /** Of samples among which each episode was chosen: the share that is quick. */
  sampledAt5?: (i: number) => number;
  /** Rewards by train step, for every `reward/*`. */
  rewards?: Record<string, number[]>;
  more?: Record<string, number>;
  trainOn?: string[];
  /** Problems that it was shown solved. */
  shown?: string[];
  episodes?: (i: number) => { action: string; target: string | null }[];
  /** What problem i was counted as. */
  diagnosis?: (i: number) => number[];
}

const LIMIT = 20;

function finalEvaluation(play: Play): EvaluationEvent {
  const event = evaluationEvent(play.hashes, 0, { maxSteps: play.maxSteps }) as EvaluationEvent;
  return {
    ...event,
    protocol: {
      ...event.protocol,
      daDefinition: play.daDefinition ?? event.protocol.daDefinition,
      ...(play.sampledAt5 && {
        decoding: "sampled" as const,
        temperature: 1,
        rerank: { samples: 8, use: "mean", prm: "1a2b3c4d5e6f" },
      }),
    },
    rows: event.rows.map(({ i }) => {
      const at = play.solvedAt(i);
      const solved = at !== null;
      return {
        i,
        solved,
        steps: at ?? play.maxSteps ?? LIMIT,
        op: solved ? 0.9 + (i % 3) / 30 : null,
        da: play.da ? play.da(i) : (i % 2) / 2,
        clean: solved && i % 3 !== 0,
        confirmed: null,
        ...(play.passed && { passed: play.passed(i), ...play.passAt?.(i) }),
        ...(play.sampledAt5 && { sampledAt5: play.sampledAt5(i) }),
        ...(play.diagnosis && { diagnosis: play.diagnosis(i) }),
      };
    }),
  };
}

function episodesOf(play: Play): TrainerEvent[] {
  const { episodes } = play;
  if (!episodes) return [];
  return [
    {
      t: "episodes",
      at: 3,
      key: "final",
      episodes: play.hashes.slice(0, 500).map((_, i) => ({
        i,
        steps: episodes(i).map(({ action, target }) => ({
          action: action as "DROP",
          target,
          status: "INFEASIBLE" as const,
          iisBefore: ["c1", "c2"],
          iisAfter: ["c2"],
        })),
      })),
    },
  ];
}

function rewardEvents(play: Play): TrainerEvent[] {
  const names = Object.entries(play.rewards ?? {});
  const steps = Math.max(12, ...names.map(([, values]) => values.length));
  return pointsEvents({ ...play.more }, steps).map((event) =>
    event.t === "points"
      ? {
          ...event,
          values: {
            ...event.values,
            ...Object.fromEntries(
              names.flatMap(([m, v]) => (v[event.step - 1] === undefined ? [] : [[m, v[event.step - 1]]])),
            ),
          },
        }
      : event,
  );
}

/** Launches a matrix and lets every run of it do what `play` says; gives the ids of the runs by name. */
export function playRuns(
  world: World,
  matrix: Partial<Matrix>,
  play: (name: string) => Play,
  title = "A comparison",
): { experimentId: string; runs: Map<string, string> } {
  const { experimentId } = launch(world, matrix, { title });
  const worker = joinWorker(world, { identity: String(world.clock.now % 1000).padStart(32, "0") });
  const runs = new Map<string, string>();
  for (let run = startNextIfAny(world, worker); run; run = startNextIfAny(world, worker)) {
    const told = play(run.assignment.runName);
    runs.set(run.assignment.runName, run.runId);
    run.send(populationEvent(told.hashes));
    if (told.shown) run.send(populationEvent(told.shown, "demonstrated"));
    if (told.trainOn) run.send(populationEvent(told.trainOn, "train"));
    const { start } = told;
    if (start)
      run.send({ ...finalEvaluation({ ...told, solvedAt: start }), key: "start", step: 0, final: false });
    for (const event of rewardEvents(told)) run.send(event);
    run.send(finalEvaluation(told));
    for (const event of episodesOf(told)) run.send(event);
    run.finish();
  }
  return { experimentId, runs };
}

/** A world in which each named preset is one run that plays what it is told. */
export function comparisonWorld(plays: Record<string, Play>, seeds = [0]) {
  const world = makeWorld();
  const presets = Object.keys(plays);
  const { experimentId, runs } = playRuns(
    world,
    { presets, seeds },
    (name) => plays[name.replace(/-s\d+$/, "")],
  );
  const idOf = (name: string) => runs.get(name) ?? runs.get(`${name}-s${seeds[0]}`) ?? "";
  return { world, ctx: world.ctx, experimentId, idOf };
}
