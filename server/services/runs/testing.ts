import { RunTableInput } from "../../contracts/run-table.ts";
import { toWire, type EvaluationEvent, type EvaluationProtocol } from "../../../workers/protocol/events.ts";
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
import { runTable } from "../run-table/table.ts";

export const A = problemHashes(8, "a");
export const B = problemHashes(6, "b");

export interface Measured {
  on: string[];
  protocol?: Partial<EvaluationProtocol>;
  step?: number;
  solved?: number;
  /** Which of the problems have rows; else all. */
  rows?: readonly [number, number];
}

/** What a pretended run streams at the steps of the evaluations that it makes, or at all of its steps. */
export interface Told {
  stream?: Record<string, number>;
  /** Other steps at which it streams. */
  also?: number[];
  /** What it streams by step, in place of one thing at all of them. */
  values?: Record<number, Record<string, number>>;
  evaluations?: Measured[];
}

export const rr = (value: number, ...evaluations: Measured[]): Told => ({
  stream: { "eval/rr": value },
  evaluations,
});

const wired = (values: Record<string, number>) =>
  Object.fromEntries(Object.entries(values).map(([metric, value]) => [metric, toWire(value)]));

/** Runs that do one after the other what they are told, of `rewards` reward functions with equally many seeds. */
export function play(told: readonly Told[], rewards = 1): World {
  const world = makeWorld();
  launch(world, {
    seeds: Array.from({ length: told.length / rewards }, (_, seed) => seed),
    factors: rewards > 1 ? [{ name: "reward", levels: ["outcome", "rr5"] }] : [],
  });
  const worker = joinWorker(world, { slots: told.length });
  for (const { stream, also = [], values, evaluations = [] } of told) {
    const run = startNextIfAny(world, worker);
    if (!run) throw new Error("no run is left to play");
    const steps = new Set([...evaluations.map(({ step = 12 }) => step), ...also]);
    for (const event of values ? [] : pointsEvents(stream ?? {}, 12))
      if (event.t === "points" && (steps.size === 0 || steps.has(event.step))) run.send(event);
    for (const [step, sent] of Object.entries(values ?? {}))
      run.send({ t: "points", step: Number(step), at: 10 + Number(step), values: wired(sent) });
    for (const [i, { on, protocol, step = 12, rows, solved = 0 }] of evaluations.entries()) {
      const event = evaluationEvent(on, solved, { step, key: `evaluation ${i}` }) as EvaluationEvent;
      run.send(populationEvent(on));
      run.send({
        ...event,
        rows: event.rows.slice(...(rows ?? [])),
        protocol: { ...event.protocol, ...protocol },
      });
    }
    run.finish();
  }
  return world;
}

/** The lines of a table as words: the head of a part, a group with its mean, or the value of a run. */
export async function linesOf(world: World, sort: string[], view: Partial<RunTableInput> = {}) {
  const [column] = sort;
  const input = RunTableInput.parse({
    sort: sort.map((key) => ({
      column: key.replace(/^-/, ""),
      direction: key.startsWith("-") ? "desc" : "asc",
    })),
    columns: [column.replace(/^-/, "")],
    ...view,
  });
  const { entries, notes } = await runTable(world.ctx, input);
  const lines = entries.map((entry) => {
    if (entry.kind === "part")
      return `${entry.runs} ${entry.ranked ? "ranked" : "not ranked"}: ${entry.head}`;
    const [cell] = entry.cells;
    if (cell?.kind === "metric") return cell.value;
    return cell?.kind === "group" ? (cell.refused ?? cell.mean) : null;
  });
  return { lines, entries, note: notes.find((note) => note.startsWith("Sorted by")) };
}
