import type { JournalEntry } from "./journal.ts";
import { copyPoints } from "./order-points.ts";
import type { PointBlock } from "./point-store.ts";
import type { OpenSeries } from "./series-memory.ts";
import { WAITING_ENTRIES, WAITING_POINTS, WAITING_SERIES } from "./sizes.ts";

const COLUMNS = 3;
const FEWEST = 64;
/** Pieces kept for the next who asks, and how many points one that is kept has room for at most. */
const KEPT = 16;
const LARGEST_KEPT = 65_536;

/**
 * Memory for points that is used again and again. Buffers lie outside the heap, and a few ten megabytes of new ones make
 * V8 look through all of it.
 */
class PointRooms {
  readonly #free: ArrayBuffer[] = [];
  readonly #given = new WeakSet<ArrayBufferLike>();

  /** Room for `n` points, with whatever was there before. */
  take(n: number): PointBlock {
    const found = this.#free.findIndex(({ byteLength }) => byteLength >= COLUMNS * 8 * n);
    const [buffer] = found < 0 ? [new ArrayBuffer(COLUMNS * 8 * roomFor(n))] : this.#free.splice(found, 1);
    this.#given.add(buffer);
    const size = buffer.byteLength / COLUMNS;
    const column = (k: number) => new Float64Array(buffer, k * size, n);
    return { x: column(0), value: column(1), at: column(2) };
  }

  /** Takes back what `take` gave, at which nobody looks any more; leaves points that have come otherwise alone. */
  give({ x: { buffer } }: PointBlock): void {
    if (!this.#given.delete(buffer)) return;
    const isOrdinary = buffer.byteLength <= COLUMNS * 8 * LARGEST_KEPT;
    if (isOrdinary && this.#free.length < KEPT) this.#free.push(buffer as ArrayBuffer);
  }
}

/** The power of 2 from `n` on, so that pieces fit again. */
const roomFor = (n: number): number => Math.max(FEWEST, 2 ** Math.ceil(Math.log2(n)));

/** The points of an entry, and when it was taken in (`performance.now()`). */
interface Held {
  points: PointBlock;
  since: number;
}

/** Takes note of the x of points that arrive for a series. */
export function noteArrival(series: OpenSeries, x: Float64Array, from: number, to: number): void {
  let { reachedX, inOrder } = series;
  for (let i = from; i < to; i++) {
    if (x[i] > reachedX) reachedX = x[i];
    else inOrder = false;
  }
  series.reachedX = reachedX;
  series.inOrder = inOrder;
}

/** Points that are in the journal, but in no seg yet, by series in the order in which they began to wait. */
export class Waiting {
  readonly #series = new Set<OpenSeries>();
  readonly #byAttempt = new Map<string, Set<OpenSeries>>();
  /** The entries that they are in, by id, the oldest first. */
  readonly #entries = new Map<number, Held>();
  readonly #rooms = new PointRooms();
  points = 0;
  /** Points of the entries that are held: an entry is held whole while one series waits in it. */
  #held = 0;

  get size(): number {
    return this.#series.size;
  }

  /** When the series that waits longest began to; Infinity where none waits. */
  get since(): number {
    for (const { spans } of this.#series) return this.#entries.get(spans[0])?.since ?? -Infinity;
    return Infinity;
  }

  /** Room for the points of an entry, to be filled and then added. */
  room(n: number): PointBlock {
    return this.#rooms.take(n);
  }

  /** Takes the points of an entry from index `from` up to `to` as what a series got last. */
  add(series: OpenSeries, { id, points }: JournalEntry, from: number, to: number): void {
    if (!this.#entries.has(id)) {
      this.#entries.set(id, { points, since: performance.now() });
      this.#held += points.x.length;
    }
    if (series.waiting === 0) this.#begin(series);
    series.spans.push(id, from, to);
    series.waiting += to - from;
    this.points += to - from;
    noteArrival(series, points.x, from, to);
  }

  /** Whether they are more than `share` of what may wait. */
  isOver(share: number): boolean {
    return (
      this.points > share * WAITING_POINTS ||
      this.#held > share * 2 * WAITING_POINTS ||
      this.#series.size > share * WAITING_SERIES ||
      this.#entries.size > share * WAITING_ENTRIES
    );
  }

  #begin(series: OpenSeries): void {
    this.#series.add(series);
    const ofAttempt = this.#byAttempt.get(series.attemptId);
    if (ofAttempt) ofAttempt.add(series);
    else this.#byAttempt.set(series.attemptId, new Set([series]));
  }

  #end(series: OpenSeries): void {
    this.#series.delete(series);
    const ofAttempt = this.#byAttempt.get(series.attemptId);
    ofAttempt?.delete(series);
    if (ofAttempt?.size === 0) this.#byAttempt.delete(series.attemptId);
  }

  /** Series of attempts that wait. */
  ofAttempts(attemptIds: readonly string[]): OpenSeries[] {
    if (this.#series.size === 0) return [];
    return attemptIds.flatMap((id) => [...(this.#byAttempt.get(id) ?? [])]);
  }

  /** Series that wait, the one that began first first. */
  [Symbol.iterator](): SetIterator<OpenSeries> {
    return this.#series.values();
  }

  /**
   * Shows the points that a series waits for, in the order of their arrival, and the entry that the last are in. They wait no
   * more, and what is shown is gone afterwards.
   */
  take(series: OpenSeries, use: (points: PointBlock, upTo: number) => void): void {
    const { spans, waiting: n } = series;
    const points = this.#rooms.take(n);
    let done = 0;
    for (let k = 0; k < spans.length; k += 3) {
      const entry = this.#entries.get(spans[k]) as Held;
      copyPoints(entry.points, spans[k + 1], spans[k + 2], points, done);
      done += spans[k + 2] - spans[k + 1];
    }
    this.points -= n;
    this.#end(series);
    series.spans = [];
    series.waiting = 0;
    use(points, spans[spans.length - 3]);
    series.inOrder = true;
    this.#rooms.give(points);
  }

  /** Lets go of entries that nothing waits in any more. The id from which on they are kept; null where none went. */
  dropEntries(): number | null {
    let keep = Infinity;
    for (const { spans } of this.#series) {
      // Who began to wait first has the oldest entry.
      keep = spans[0];
      break;
    }
    const before = this.#entries.size;
    for (const [id, { points }] of this.#entries) {
      if (id >= keep) break;
      this.#entries.delete(id);
      this.#held -= points.x.length;
      this.#rooms.give(points);
    }
    return this.#entries.size === before ? null : keep;
  }

  clear(): void {
    this.#series.clear();
    this.#byAttempt.clear();
    this.#entries.clear();
    this.points = 0;
    this.#held = 0;
  }
}
