import type { Db } from "#db/client.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { selectExternalRunsOfPlace, selectPlace } from "#db/queries/external.ts";
import { selectStreams } from "#db/queries/external/streams.ts";
import { weightOf } from "./clients.ts";

const OPEN = { from: null, to: null };

/** What a data directory has of a client that handed over rows from 0 on. */
export interface StoredRows {
  /** Numbers of rows that are not there, of those below `sent`. */
  missing: number[];
  /** Sentences on what stands there and should not: rows twice, under another step, or otherwise than they were sent. */
  findings: string[];
  stored: number;
}

/** Compares the numbered rows of a client, which it sent under its own name, with what it sent. No server may be writing. */
export function readStored(
  db: Db,
  { projectId, place, sent }: { projectId: string; place: string; sent: number },
): StoredRows {
  const found = selectPlace(db, projectId, place);
  const runs = found ? selectExternalRunsOfPlace(db, found.id).map(({ run }) => run.id) : [];
  const findings = runs.length === 1 ? [] : [`${runs.length} runs stand there`];
  const store = pointStore(db);
  const seen = new Map<number, number>();
  for (const { id: attemptId } of selectAttemptsOfRuns(db, runs))
    for (const { id, metric, axis } of store.series([attemptId], null)) {
      if (metric !== "i" && metric !== "w") continue;
      for (const block of store.read(id, OPEN))
        block.x.forEach((x, i) => {
          const value = metric === "i" ? x : weightOf(x);
          if (!Object.is(block.value[i], value))
            findings.push(`${metric} at ${axis} ${x} is ${block.value[i]}`);
          seen.set(x, (seen.get(x) ?? 0) + 1);
        });
    }
  const odd = [...seen].filter(([, times]) => times !== 2);
  if (odd.length > 0) findings.push(`rows without each metric once: ${JSON.stringify(odd.slice(0, 10))}`);
  const taken = runs
    .flatMap((id) => selectStreams(db, id))
    .reduce((sum, { stream, rows }) => sum + (stream === "history" ? rows : 0), 0);
  if (taken !== seen.size) findings.push(`${taken} rows were taken, and ${seen.size} stand there`);
  const missing = Array.from({ length: sent }, (_, row) => row).filter((row) => !seen.has(row));
  return { missing, findings: findings.slice(0, 20), stored: seen.size };
}
