import type { LoggedRow } from "../contracts/external/logged-table.ts";
import {
  isForeign,
  leavesOf,
  numberOf,
  objectOf,
  paramsOf,
  stepOf,
  textOf,
  timeOf,
  type Foreign,
} from "../foreign/foreign-values.ts";
import { isResult } from "./log-names.ts";
import { nothing, setText, type Reader, type Tail, type Told } from "./told.ts";

const LINE_BREAK = 10;

/**
 * Reads lines that are objects, whole ones only: the last may still be written. What is no object is said and left out. `take`
 * answers false where a first line shows that this is no file of its kind.
 */
export function linesTail(path: string, take: (line: Foreign, told: Told) => boolean | void): Tail {
  let number = 0;
  return {
    take(bytes) {
      const told = nothing();
      const end = bytes.lastIndexOf(LINE_BREAK) + 1;
      const text = new TextDecoder().decode(bytes.subarray(0, end));
      for (const line of text.split("\n").slice(0, -1)) {
        number += 1;
        if (line.trim() === "") continue;
        const read = objectOf(line);
        if (read !== null && take(read, told) === false) return { told, used: -1 };
        if (read === null)
          told.notes.set(
            `line:${path}:${number}`,
            `Line ${number} of ${path} cannot be read; it is left out.`,
          );
      }
      return { told, used: end };
    },
  };
}

const STEP = [
  "step",
  "global_step",
  "current_steps",
  "training_iteration",
  "_step",
  "iteration",
  "train/global_step",
  "training/global_step",
  "progress/batch",
  "time/total_timesteps",
  "total_timesteps",
];
/** Steps that are done of how many, "5/40". */
const OF_ALL = "global_step/max_steps";
/** What says how far a training is, beside its step. */
const PROGRESS = [OF_ALL, "current_steps", "total_steps", "percentage", "elapsed_time", "remaining_time"];
const TIME = ["time", "timestamp", "ts", "_timestamp", "wall_time"];

/** No training that is logged was before 2000: less is seconds since it began, which are a metric like others. */
const EARLIEST_MS = Date.UTC(2000);

/** A moment that a line says; null where it is none. */
function momentOf(value: unknown): number | null {
  const at = timeOf(value);
  return at !== null && at >= EARLIEST_MS ? at : null;
}

/** Numbers and last texts of an object of metrics. */
function valuesOf(
  metrics: Foreign,
  told: Told,
  but: ReadonlySet<string> = new Set(),
): Record<string, number> {
  const values: [string, number][] = [];
  for (const [name, value] of leavesOf(metrics)) {
    if (but.has(name)) continue;
    const number = numberOf(value);
    if (number !== null) values.push([name, number]);
    else if (textOf(value) !== null) setText(told, name, String(value));
  }
  return Object.fromEntries(values);
}

/**
 * One object of metrics a line, as Tinker and prime-rl write it, with its step and time among them; or those of miles and
 * verl, which have the metrics inside. A configuration among them, as Ray writes it, is the run's.
 */
export function metricsRow({ config, ...line }: Foreign, told: Told): LoggedRow {
  if (isForeign(config)) told.facts.config = paramsOf(config);
  const inner = [line.metrics, line.data].find((found) => isForeign(found));
  const metrics = isForeign(inner) ? inner : line;
  const named = STEP.find((name) => stepOf(line[name]) !== null);
  const done = typeof line[OF_ALL] === "string" ? stepOf(line[OF_ALL].split("/")[0]) : null;
  const own =
    inner === undefined
      ? new Set([
          ...(named === undefined ? [] : [named]),
          ...TIME.filter((name) => typeof line[name] !== "number" || momentOf(line[name]) !== null),
          ...PROGRESS,
        ])
      : undefined;
  const at = momentOf(TIME.map((name) => line[name]).find((value) => momentOf(value) !== null));
  const step = named === undefined ? done : stepOf(line[named]);
  const inside = STEP.find((name) => stepOf(metrics[name]) !== null);
  const values = valuesOf(metrics, told, own);
  return { step: step ?? (inside === undefined ? null : stepOf(metrics[inside])), at, values };
}

const pushRow = (rows: LoggedRow[], row: LoggedRow) => Object.keys(row.values).length > 0 && rows.push(row);

/**
 * An object of metrics a line: `metrics.jsonl` of Tinker, prime-rl and miles, `trainer_log.jsonl` of LLaMA-Factory,
 * `logging.jsonl` of ms-swift, `result.json` of Ray.
 */
export const metricsReader = (): Reader => ({
  opens: (path) => /(^|\/)(metrics|trainer_log|logging)\.jsonl$/.test(path) || isResult(path),
  tail: (path) => linesTail(path, (line, told) => void pushRow(told.history, metricsRow(line, told))),
});

/** verl's file logger: {"step", "data"} a line, in a file of any name; others are left alone after their first line. */
export const anyLogReader = (): Reader => ({
  opens: (path) => path.endsWith(".jsonl"),
  tail: (path) =>
    linesTail(path, (line, told) => {
      if (stepOf(line.step) === null || !isForeign(line.data)) return false;
      pushRow(told.history, metricsRow(line, told));
    }),
});

/** What the streams of a miles dashboard say of the machines, by stream. */
const MACHINE: Readonly<Record<string, (line: Foreign) => Record<string, unknown>>> = {
  gpu_util: ({ node, gpu, util, mem_mb, power_w }) => {
    const place = `gpu/${String(node)}/${String(gpu)}`;
    return { [`${place}/util`]: util, [`${place}/mem_mb`]: mem_mb, [`${place}/power_w`]: power_w };
  },
  engine_series: ({ metric, addr, value }) => ({ [`engine/${String(metric)}/${String(addr)}`]: value }),
  data_buffer: ({ length }) => ({ "data_buffer/length": length }),
  phases: ({ name, role, rank, t0, t1 }) =>
    // An interval that still runs has no end; the line that closes it comes later.
    rank === 0 && typeof t0 === "number" && typeof t1 === "number" && t1 >= t0
      ? { [`phase/${String(role)}/${String(name)}`]: t1 - t0 }
      : {},
};
const STREAM = /(?:^|\/)dashboard\/([a-z_]+)(?:\/\d{8}_\d{2})?\.jsonl$/;

/** `dashboard/STREAM.jsonl`, or `dashboard/STREAM/HOUR.jsonl`, of miles, without its metrics. */
export const milesMachineReader = (): Reader => ({
  opens: (path) => Object.hasOwn(MACHINE, STREAM.exec(path)?.[1] ?? ""),
  tail: (path) => {
    const read = MACHINE[STREAM.exec(path)![1]];
    return linesTail(path, (line, told) => {
      const at = timeOf(line.ts ?? line.t1);
      pushRow(told.system, { step: null, at, values: valuesOf(read(line), told) });
    });
  },
});
