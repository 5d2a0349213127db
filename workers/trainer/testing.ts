import { spawn } from "node:child_process";
import { join } from "node:path";
import { TrainerEvent } from "../protocol/events.ts";

export interface TrainerOutcome {
  code: number | null;
  signal: string | null;
  /** Lines of events.ndjson as they were written. */
  lines: string[];
  log: string;
}

/** A real trainer process; `onEvent` may signal it while it runs. */
export function runTrainer(
  argv: string[],
  options: {
    env?: Record<string, string>;
    onEvent?: (event: TrainerEvent, pid: number) => void;
    /** It has ended: its number may be another's from now on. */
    onEnd?: () => void;
  } = {},
): Promise<TrainerOutcome> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts"), ...argv], {
    env: { ...process.env, ABLAB_EVENTS_FD: "3", ...options.env },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  child.once("exit", () => options.onEnd?.());
  const lines: string[] = [];
  let [log, rest] = ["", ""];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (data: Buffer) => (log += data.toString()));
  child.stdio[3]?.on("data", (data: Buffer) => {
    const parts = (rest + data.toString()).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) {
      lines.push(line);
      options.onEvent?.(JSON.parse(line) as TrainerEvent, child.pid ?? 0);
    }
  });
  return new Promise((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, lines, log }));
  });
}

export const parseEvents = (lines: readonly string[]): TrainerEvent[] =>
  lines.map((line) => TrainerEvent.parse(JSON.parse(line)));

/** What a run computed: everything it said but the times. */
export function computed(lines: readonly string[]): unknown[] {
  return parseEvents(lines).map((event) => {
    const { at: _at, ...rest } = event;
    if (rest.t !== "points") return rest;
    const values = Object.entries(rest.values).filter(([name]) => !/^(perf|time|memory)\//.test(name));
    return { ...rest, values: Object.fromEntries(values) };
  });
}
