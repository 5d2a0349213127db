import { isEnded, type RunState } from "../contracts/run-lifecycle.ts";
import type { RunRow } from "../contracts/run.ts";
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
