import type { Db } from "../client.ts";

/** Median of the last throughput of the most recently finished attempts; null where none has finished. */
export function selectFinishedThroughput(db: Db, limit: number): { median: number | null; runs: number } {
  const values = db.$client
    .prepare(
      `select s.last_value from series s join attempts a on a.id = s.attempt_id
       where s.metric = 'perf/episodes_per_s' and s.last_value is not null and a.state = 'finished'
       order by a.ended_at desc limit ?`,
    )
    .pluck()
    .all(limit) as number[];
  const sorted = values.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? null, runs: sorted.length };
}
