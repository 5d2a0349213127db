import { pointStore } from "#db/points/open-point-store.ts";
import type { PointStore, SeriesName } from "#db/points/point-store.ts";
import { isUnwritable } from "#db/connection.ts";
import { POINT_LIMITS } from "../../../workers/protocol/points.ts";
import { isServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { type IncomingBatch, type IngestMemory, type IngestOutcome, storeBatches } from "./commit.ts";
import { inTurns } from "../in-turns.ts";
import { openAhead, SERIES_AT_ONCE } from "./open-ahead.ts";
import { createSeriesLedger } from "./series-ledger.ts";
import { createIngestTicks } from "./ticks.ts";

/** Who sent something this recently is likely to send again. */
const RECENT_MS = 100;

/** Who sent lately: for as long as somebody sends, nobody stays on for more than 100 ms. */
class RecentSenders<T> {
  /** When each sent last, the longest ago first. */
  readonly #at = new Map<T, number>();

  get size(): number {
    return this.#at.size;
  }

  /** `now` in ms, never less than before. */
  note(sender: T, now: number): void {
    this.#at.delete(sender);
    this.#at.set(sender, now);
    for (const [other, at] of this.#at) {
      if (now - at <= RECENT_MS) break;
      this.#at.delete(other);
    }
  }
}

/** Longest time a batch waits for others to share its commit. */
const COMMIT_EVERY_MS = 10;
/** Points of one transaction: more would hold up everything else in the process. */
const POINTS_PER_COMMIT = 65_536;

export interface PointIngest {
  /**
   * Takes a batch and tells its outcome once, after the commit. `connection` brings nothing more until then; without it
   * the source is taken for the one who sends.
   */
  submit(batch: IncomingBatch, done: (outcome: IngestOutcome) => void, connection?: object): void;
  /** Commits and tells everything that waits, and whatever comes after that at once. */
  close(): void;
}

interface Waiting {
  batch: IncomingBatch;
  done: (outcome: IngestOutcome) => void;
}

/**
 * Group commit: batches that wait at the same time share one transaction. It begins 10 ms after the first, or at once
 * when everybody who sent lately is waiting, since nobody is left to wait for, or when they hold many points.
 */
export function createPointIngest(
  ctx: ServiceContext,
  store: PointStore = pointStore(ctx.db),
  seriesPerAttempt: number = POINT_LIMITS.seriesPerAttempt,
): PointIngest {
  const memory: IngestMemory = {
    store,
    ledger: createSeriesLedger(store, seriesPerAttempt),
    ticks: createIngestTicks(ctx),
    lastSeenAt: new Map(),
  };
  let waiting: Waiting[] = [];
  /** Those of which the series are made first. */
  const opening = new Set<Waiting>();
  let points = 0;
  const sources = new RecentSenders<string>();
  /** A few connections may carry many sources in turn, and many short ones a single source. */
  const connections = new RecentSenders<object | string>();
  let timer: NodeJS.Timeout | null = null;
  let next: NodeJS.Immediate | null = null;
  let closed = false;

  function schedule(): void {
    if (closed) return flush();
    const senders = Math.min(sources.size, connections.size);
    if (waiting.length >= senders || points >= POINTS_PER_COMMIT) next ??= setImmediate(flush);
    else timer ??= setTimeout(flush, COMMIT_EVERY_MS);
  }

  function takeSome(): Waiting[] {
    let n = 0;
    let taken = 0;
    while (n < waiting.length && (n === 0 || taken + waiting[n].batch.points <= POINTS_PER_COMMIT)) {
      taken += waiting[n].batch.points;
      n += 1;
    }
    points -= taken;
    return waiting.splice(0, n);
  }

  function flush(): void {
    if (timer) clearTimeout(timer);
    if (next) clearImmediate(next);
    timer = next = null;
    const taken = takeSome();
    const outcomes = storeOrExplain(taken.map(({ batch }) => batch));
    taken.forEach(({ done }, i) => done(outcomes[i]));
    if (waiting.length > 0) schedule();
  }

  /** A batch that makes the whole transaction fail, by an error in the code, fails alone. */
  function storeOrExplain(batches: IncomingBatch[]): IngestOutcome[] {
    try {
      return storeBatches(ctx, memory, batches);
    } catch (error) {
      for (const { attemptId } of batches) memory.ledger.forget(attemptId);
      if (batches.length > 1 && !isServiceError(error) && !isUnwritable(error))
        return batches.flatMap((batch) => storeOrExplain([batch]));
      return batches.map(() => ({ kind: "failed", error }));
    }
  }

  function queue(one: Waiting): void {
    waiting.push(one);
    points += one.batch.points;
    schedule();
  }

  /** Makes the many series of a batch in parts, others in between, unless it is queued meanwhile; then queues it. */
  function* openFirst(one: Waiting, names: readonly SeriesName[]): Generator<void, void> {
    opening.add(one);
    for (const _ of openAhead(store, one.batch.attemptId, names)) {
      yield;
      if (!opening.has(one)) return;
    }
  }

  return {
    submit(batch, done, connection) {
      const now = performance.now();
      const source = `${batch.attemptId} ${batch.source}`;
      sources.note(source, now);
      connections.note(connection ?? source, now);
      const isWide = !closed && batch.columns.length > SERIES_AT_ONCE;
      const names = isWide ? memory.ledger.newOf(batch.attemptId, batch.columns) : [];
      const one = { batch, done };
      if (names.length <= SERIES_AT_ONCE) return queue(one);
      // What fails here fails in the commit too, which tells it.
      const queueOnce = () => void (opening.delete(one) && queue(one));
      void inTurns(openFirst(one, names)).then(queueOnce, queueOnce);
    },
    close() {
      closed = true;
      for (const one of opening) queue(one);
      opening.clear();
      while (waiting.length > 0) flush();
      memory.ticks.close();
    },
  };
}
