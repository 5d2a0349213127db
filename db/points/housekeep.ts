import type { Connected } from "../connection.ts";
import { inTransaction } from "../connection.ts";
import { compactSlice, type Rest, type Workshop } from "./compact.ts";
import { DamagedPoints } from "./damaged-points.ts";
import { sealSlice } from "./seal.ts";
import type { SeriesMemory } from "./series-memory.ts";
import { settleOldest } from "./settle.ts";
import { FARTHEST_BACK, SEGMENTS_AT_ONCE } from "./sizes.ts";
import type { StoredPoints } from "./stored-points.ts";

/** The longest that points wait in the journal, and of how many series they come into segs at once. */
const WAIT_MS = 10_000;
const SERIES_AT_ONCE = 64;
/** A series that was not appended to for so long has its last points brought into a chunk. */
const REST_MS = 60_000;
/** Without an append for so long there is time for what is never urgent. */
const IDLE_MS = 2000;
/** Chunks whose bytes are removed at once. */
const CHUNKS_AT_ONCE = 16;
/** Free pages are given back once they are this many and this share of the file, some at a time. */
const FREE_PAGES = 128;
const FREE_SHARE = 0.02;
const PAGES_AT_ONCE = 64;

type Job = () => void;

/** Chooses what to do next for a database, most urgent first, and does it in small pieces. */
export class Housekeeping {
  readonly #db: Connected;
  readonly #stored: StoredPoints;
  readonly #memory: SeriesMemory;
  readonly #workshop: Workshop;
  /** Series to bring to rest, looked up now and then. */
  #resting: number[] = [];
  #restingAt = -Infinity;
  #settleAfter = -Infinity;
  /** Series and attempts with damaged points: left alone by this process. */
  readonly #broken = new Set<number | string>();

  constructor(db: Connected, stored: StoredPoints, memory: SeriesMemory) {
    this.#db = db;
    this.#stored = stored;
    this.#memory = memory;
    this.#workshop = { stored, takeSegmentId: () => memory.takeSegmentId(), merging: null, sealing: null };
  }

  /** Works in one transaction until the time is over; true while something is left to do. */
  run(budgetMs: number): boolean {
    if (this.#next() === null) return false;
    const end = performance.now() + budgetMs;
    return inTransaction(this.#db, () => {
      for (let job = this.#next(); job; job = this.#next()) {
        job();
        if (performance.now() >= end) return this.#next() !== null;
      }
      return false;
    });
  }

  /** Forgets how far sealing of an attempt has come: it gets points again. */
  reopen(attemptId: string): void {
    if (this.#workshop.sealing?.attemptId === attemptId) this.#workshop.sealing = null;
  }

  /** Works on a closed attempt until it is in its final form. */
  seal(attemptId: string) {
    for (;;) {
      const sealed = this.#memory.change(() => sealSlice(this.#workshop, attemptId));
      if (sealed) return sealed;
    }
  }

  #next(): Job | null {
    return (
      this.#waitingPoints() ??
      this.#dueSeries() ??
      this.#closedAttempt() ??
      this.#oldSegments() ??
      this.#deadChunks() ??
      this.#restingSeries() ??
      this.#freePages()
    );
  }

  #isIdle(): boolean {
    return performance.now() - this.#memory.touched > IDLE_MS;
  }

  /** Points that wait in the journal come into segs in time, so that it stays short and is empty at rest. */
  #waitingPoints(): Job | null {
    const memory = this.#memory;
    const { sql } = this.#stored;
    const { waiting } = memory;
    const now = performance.now();
    if (now < this.#settleAfter) return null;
    const isTime =
      now - waiting.since > WAIT_MS || (waiting.size > 0 && (this.#isIdle() || waiting.isOver(0.5)));
    if (!isTime && !(memory.isBehind && sql.anyJournal.get() !== undefined)) return null;
    return () => {
      // Where it fails the others get their turn first.
      this.#settleAfter = now + WAIT_MS;
      memory.change(() => {
        const left = waiting.size - SERIES_AT_ONCE;
        settleOldest(sql, memory, () => waiting.size > left);
      });
      this.#settleAfter = -Infinity;
    };
  }

  #compact(id: number, rest: Rest): Job {
    return this.#unlessBroken(id, () => {
      this.#memory.change(() => {
        const series = this.#stored.series(id);
        compactSlice(this.#workshop, series, rest);
        this.#memory.refresh(series);
      });
    });
  }

  /** Damage is reported once, and must not keep the others from being looked after. */
  #unlessBroken(key: number | string, work: Job): Job {
    return () => {
      try {
        work();
      } catch (error) {
        this.#workshop.sealing = null;
        if (error instanceof DamagedPoints) this.#broken.add(key);
        throw error;
      }
    };
  }

  #firstWhole(candidates: readonly unknown[]): number | string | undefined {
    return (candidates as (number | string)[]).find((key) => !this.#broken.has(key));
  }

  #dueSeries(): Job | null {
    const id = this.#firstWhole(this.#stored.sql.due.all(this.#broken.size + 1));
    return typeof id === "number" ? this.#compact(id, "seg") : null;
  }

  #closedAttempt(): Job | null {
    const id = this.#firstWhole(this.#stored.sql.unsealed.all(this.#broken.size + 1));
    if (typeof id !== "string") return null;
    return this.#unlessBroken(id, () => void this.#memory.change(() => sealSlice(this.#workshop, id)));
  }

  /** Removes segs that no series reaches back to, in the order in which they came. */
  #oldSegments(): Job | null {
    const { sql } = this.#stored;
    const first = sql.firstSegment.get() as number | null;
    if (first === null) return null;
    const { nextSegment } = sql.writer.get() as { nextSegment: number };
    const back = sql.farthestBack.get() as { id: number; firstSegment: number } | undefined;
    if (back && nextSegment - back.firstSegment > FARTHEST_BACK && !this.#broken.has(back.id))
      return this.#compact(back.id, "seg");
    const below = Math.min(back?.firstSegment ?? nextSegment, first + SEGMENTS_AT_ONCE);
    const worthIt = below === first + SEGMENTS_AT_ONCE || (below > first && this.#isIdle());
    return worthIt ? () => void sql.removeSegmentsBelow.run(below) : null;
  }

  #deadChunks(): Job | null {
    const { sql } = this.#stored;
    if (sql.anyDeadChunk.get() === undefined) return null;
    return () => {
      sql.buryChunks.run(CHUNKS_AT_ONCE);
      sql.forgetDeadChunks.run(CHUNKS_AT_ONCE);
    };
  }

  #restingSeries(): Job | null {
    const now = performance.now();
    if (this.#resting.length === 0 && this.#restingAt < now - IDLE_MS) {
      this.#restingAt = now;
      const ids = this.#stored.sql.resting.all() as number[];
      const rests = (id: number) => !this.#broken.has(id) && this.#memory.touchedAt(id) < now - REST_MS;
      this.#resting = ids.filter(rests).reverse();
    }
    const id = this.#resting.at(-1);
    if (id === undefined) return null;
    return () => {
      this.#resting.pop();
      if (this.#stored.sql.isResting.get(id) !== undefined) this.#compact(id, "chunk")();
    };
  }

  #freePages(): Job | null {
    if (!this.#isIdle()) return null;
    const { $client: client } = this.#db;
    const read = (name: string) => client.pragma(name, { simple: true }) as number;
    const free = read("freelist_count");
    if (free < FREE_PAGES || free < FREE_SHARE * read("page_count") || read("auto_vacuum") !== 2) return null;
    return () => void client.pragma(`incremental_vacuum(${PAGES_AT_ONCE})`);
  }
}
