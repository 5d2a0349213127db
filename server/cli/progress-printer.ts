import { durationOf } from "../contracts/external/duration.ts";
import { metricInfo } from "../../workers/protocol/metrics/metrics.ts";
import { isEnded, type RunState } from "../contracts/run-lifecycle.ts";
import type { RunRow } from "../contracts/run.ts";
import { writeN } from "../wording/counts.ts";
import { writeWhole } from "../wording/numbers.ts";
import { writeShare } from "../wording/quantities.ts";
import { writeDuration } from "../wording/times.ts";
import { plain, redraw, say } from "./print.ts";
import type { Api } from "./client.ts";

const ASK_EVERY_MS = 700;

/** Asks until every one of these runs has ended; `onLook` sees each answer. Returns their final states. */
export async function waitForRuns(
  api: Api,
  experimentId: string,
  runIds: string[],
  onLook: (rows: RunRow[]) => void,
): Promise<Map<string, RunState>> {
  const wanted = new Set(runIds);
  for (;;) {
    const { rows } = await api.runs.list.query({ experimentId, limit: 500 });
    const ours = rows.filter((row) => wanted.has(row.id));
    onLook(ours);
    if (ours.length === wanted.size && ours.every((row) => isEnded(row.state)))
      return new Map(ours.map((row) => [row.id, row.state]));
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

const TELL_EVERY_MS = 5000;

/** Bar and count of steps; a run without steps of its own (a judge of others' episodes) has only its phase. */
function stepsDone(row: RunRow): string {
  if (row.plannedSteps === 0) return plain(row.phase ?? "").padEnd(30);
  const done = Math.min(1, (row.step ?? 0) / row.plannedSteps);
  const bar = "#".repeat(Math.round(done * 20)).padEnd(20, ".");
  return `[${bar}] ${writeWhole(row.step ?? 0).padStart(3)}/${writeWhole(row.plannedSteps)}`;
}

function progressLine(row: RunRow): string {
  const rr = row.lead
    ? `${metricInfo(row.lead.metric).title} ${writeShare(row.lead.hits / row.lead.n, row.lead.n)} (${writeN(row.lead.n)}, step ${writeWhole(row.lead.trainStep)})`
    : "";
  const ran = row.startedAt === null ? "" : writeDuration(durationOf(row, Date.now()));
  const state = row.state === "queued" ? "queued" : `${row.state} ${ran}`;
  return plain(`${plain(row.name).padEnd(16)} ${stepsDone(row)}  ${state.padEnd(16)} ${rr}`);
}

/** Runs are listed in the given order of ids. Redraws one line per run on a terminal; elsewhere prints a run's line when its state changes, and all of them sometimes. */
export function progressPrinter(order: readonly string[]): (rows: RunRow[]) => void {
  const live = process.stdout.isTTY;
  const place = new Map(order.map((id, i) => [id, i]));
  const states = new Map<string, string>();
  let drawn = 0;
  let toldAt = 0;
  return (rows) => {
    const ordered = rows.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
    if (live) {
      const width = process.stdout.columns || 120;
      redraw(ordered.map(progressLine), drawn, width - 1);
      drawn = ordered.length;
      return;
    }
    const now = Date.now();
    const all = now - toldAt > TELL_EVERY_MS;
    if (all) toldAt = now;
    for (const row of ordered) {
      const changed = states.get(row.id) !== row.state;
      states.set(row.id, row.state);
      if (changed || (all && !isEnded(row.state) && row.state !== "queued")) say(progressLine(row));
    }
  };
}
