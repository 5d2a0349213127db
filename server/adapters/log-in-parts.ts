import { setImmediate } from "node:timers/promises";
import { sliceTable, type LoggedTable } from "../contracts/external/logged-table.ts";
import type { LoggedRows, ExternalVerbs } from "../contracts/external/verbs.ts";

/** Values that are stored at once: while they are, the server answers nobody else. */
const AT_ONCE = 65_536;

/** A table in parts of at most `most` values, a row of more by itself. */
export function* partsOf(table: LoggedTable, most = AT_ONCE): Generator<[first: number, part: LoggedTable]> {
  const values = table.columns.reduce((sum, { value }) => sum + value.length, 0);
  if (values <= most) return yield [0, table];
  const rows = Math.max(1, Math.floor((most * table.n) / values));
  for (let first = 0; first < table.n; first += rows)
    yield [first, sliceTable(table, first, Math.min(table.n, first + rows))];
}

/**
 * Stores numbered rows part by part, others in between. Each part is stored with its place in the stream, so that a body that
 * comes again after a part of it was stored goes on there. A small one of few new metrics is stored before this returns.
 */
export function logInParts(
  verbs: Pick<ExternalVerbs, "logInTurns">,
  runId: string,
  batch: LoggedRows & { offset: number },
): number | Promise<number> {
  const parts = partsOf(batch.table);
  const store = ([first, table]: [number, LoggedTable]): number | Promise<number> =>
    verbs.logInTurns(runId, { ...batch, offset: batch.offset + first, table });
  const begun = parts.next();
  const stored = begun.done ? batch.offset : store(begun.value);
  const next = parts.next();
  if (next.done) return stored;
  return (async () => {
    await stored;
    await setImmediate();
    let acked = await store(next.value);
    for (const part of parts) {
      await setImmediate();
      acked = await store(part);
    }
    return acked;
  })();
}
