import { randomUUID } from "node:crypto";
import { FollowedSeries } from "./followed-series.ts";
import { readJournal } from "./journal.ts";
import type { SeriesName } from "./point-store.ts";
import type { SeriesRow } from "./rows.ts";
import { Waiting } from "./waiting.ts";
import type { Statements } from "./statements.ts";

/** A series that is appended to: its row, and what waits to be added to it. */
export interface OpenSeries extends SeriesRow {
  /** `performance.now()` of the last append. */
  touched: number;
  /** Where its waiting points are: for each stretch the id of the entry, and from where up to where. */
  spans: number[];
  waiting: number;
  /** The greatest x, waiting points included. */
  reachedX: number;
  /** Every waiting x is greater than the one before it, and than all that is in the row. */
  inOrder: boolean;
}

/**
 * Series and sources held at once; beyond that those that nothing waits for are forgotten and looked up anew. Room for all that
 * may wait and for those of a row that is on its way.
 */
const HELD = 40_000;

/** So many unknown series are made together. */
const MANY_NAMES = 16;

interface WriterRow {
  writer: string;
  revision: number;
  nextSegment: number;
}

interface Surroundings {
  isInTransaction(): boolean;
  /** An entry of the journal could not be read and was set aside. */
  onAside(): void;
}

/**
 * What an append must know of series and sources, kept from one transaction to the next, with the points that are in the
 * journal only. A transaction may be undone after an append; every append therefore writes a revision, and where the stored
 * one is not the last one written here everything is forgotten, and what waits is read from the journal.
 */
export class SeriesMemory {
  readonly #sql: Statements;
  readonly #writer = randomUUID();
  /** By attempt, axis and metric. */
  readonly #series = new Map<string, Map<string, Map<string, OpenSeries>>>();
  readonly #byId = new Map<number, OpenSeries>();
  readonly #sources = new Map<string, number>();
  readonly waiting = new Waiting();
  readonly followed = new FollowedSeries();
  /** `performance.now()` of the last append to any series. */
  touched = -Infinity;
  #revision = -1;
  #highest = 0;
  #nextSegment = 1;
  readonly #surroundings: Surroundings;

  constructor(sql: Statements, surroundings: Surroundings) {
    this.#sql = sql;
    this.#surroundings = surroundings;
  }

  #isMine(stored: WriterRow | undefined): boolean {
    return stored?.writer === this.#writer && stored.revision === this.#revision;
  }

  /**
   * Runs work that takes seg ids or changes what is held, inside a transaction. Where it throws it leaves nothing behind, also
   * when somebody catches that and commits, and nothing is held any more.
   */
  change<T>(work: () => T): T {
    const stored = this.#sql.writer.get() as WriterRow | undefined;
    const isMine = this.#isMine(stored);
    // Not even what was undone is numbered again: caches know it by its numbers.
    this.#nextSegment = Math.max(this.#nextSegment, stored?.nextSegment ?? 1);
    this.#highest = Math.max(this.#highest, stored?.revision ?? 0) + 1;
    this.#revision = this.#highest;
    try {
      return this.#atomic(() => {
        if (!isMine) this.#readAnew();
        else if (this.#byId.size + this.#sources.size > HELD) this.#forgetIdle();
        const result = work();
        this.#sql.writeWriter.run(this.#writer, this.#revision, this.#nextSegment);
        return result;
      });
    } catch (error) {
      this.forgetAll();
      throw error;
    }
  }

  #atomic<T>(work: () => T): T {
    this.#sql.savepoint.run();
    try {
      const result = work();
      this.#sql.release.run();
      return result;
    } catch (error) {
      // A full disk has undone everything, savepoints included.
      if (this.#surroundings.isInTransaction()) {
        this.#sql.rollbackToSavepoint.run();
        this.#sql.release.run();
      }
      throw error;
    }
  }

  /** Whether rows and segs may lack points of series that are wanted. */
  mayLack(wanted: () => OpenSeries[]): boolean {
    return this.isBehind ? this.#sql.anyJournal.get() !== undefined : wanted().length > 0;
  }

  /** A series by its id where points wait for it, as a list of one or none. */
  waitingFor(id: number): OpenSeries[] {
    const series = this.#byId.get(id);
    return series && series.waiting > 0 ? [series] : [];
  }

  /** Only within `change`: a number greater than that of every append before. */
  get entryId(): number {
    return this.#revision;
  }

  /** Only within `change`. */
  takeSegmentId(): number {
    return this.#nextSegment++;
  }

  /** Whether what waits is to be read from the journal first. */
  get isBehind(): boolean {
    return !this.#isMine(this.#sql.writer.get() as WriterRow | undefined);
  }

  /** Forgets everything; what waits is read from the journal again. */
  forgetAll(): void {
    this.#clear();
    this.#revision = -1;
  }

  #clear(): void {
    this.#series.clear();
    this.#byId.clear();
    this.#sources.clear();
    this.waiting.clear();
  }

  /** Forgets attempts for which nothing waits. */
  forgetAttempts(attemptIds: readonly string[]): void {
    for (const id of attemptIds)
      for (const ofAxis of this.#series.get(id)?.values() ?? [])
        for (const series of ofAxis.values()) this.#forget(series.id, series);
    this.#sources.clear();
  }

  #forgetIdle(): void {
    for (const [id, series] of this.#byId) if (series.waiting === 0) this.#forget(id, series);
    this.#sources.clear();
  }

  #forget(id: number, { attemptId, axis, metric }: OpenSeries): void {
    this.#byId.delete(id);
    const ofAttempt = this.#series.get(attemptId);
    const ofAxis = ofAttempt?.get(axis);
    ofAxis?.delete(metric);
    if (ofAxis?.size === 0) ofAttempt?.delete(axis);
    if (ofAttempt?.size === 0) this.#series.delete(attemptId);
  }

  /** Forgets what was held, and takes up from the journal what no series has yet. */
  #readAnew(): void {
    this.#clear();
    for (const entry of readJournal(this.#sql, this.#surroundings.onAside)) {
      let from = 0;
      entry.seriesIds.forEach((id, k) => {
        const to = from + entry.counts[k];
        const series = this.#byId.get(id) ?? this.#openById(id);
        if (series && series.settled < entry.id) this.waiting.add(series, entry, from, to);
        from = to;
      });
    }
    // Entries of which no series is left.
    if (this.waiting.size === 0) this.#sql.removeJournalBelow.run(Number.MAX_SAFE_INTEGER);
  }

  /** Takes note of the row of a series that was changed by something else than an append. */
  refresh(row: SeriesRow): void {
    const known = this.#byId.get(row.id);
    if (known) Object.assign(known, row);
  }

  /** When a series was appended to last, as far as is remembered. */
  touchedAt(id: number): number {
    return this.#byId.get(id)?.touched ?? -Infinity;
  }

  /** Lets the series of an attempt count as not appended to for long. */
  rest(attemptId: string): void {
    for (const ofAxis of this.#series.get(attemptId)?.values() ?? [])
      for (const series of ofAxis.values()) series.touched = -Infinity;
  }

  lastSeq(attemptId: string, source: string): number {
    const name = `${attemptId}\n${source}`;
    let seq = this.#sources.get(name);
    if (seq === undefined) {
      seq = (this.#sql.source.get(attemptId, source) as number | undefined) ?? 0;
      this.#sources.set(name, seq);
    }
    return seq;
  }

  setLastSeq(attemptId: string, source: string, seq: number): void {
    this.#sources.set(`${attemptId}\n${source}`, seq);
    this.#sql.writeSource.run(attemptId, source, seq);
  }

  /** The series of that name; made where there is none. */
  open(attemptId: string, metric: string, axis: string): OpenSeries {
    const known = this.#series.get(attemptId)?.get(axis)?.get(metric);
    return known ?? this.#hold(this.#rowOf(attemptId, metric, axis));
  }

  /** Makes and holds many series as `open` does each, in few statements: a row may bring thousands. */
  makeMany(attemptId: string, names: readonly SeriesName[]): void {
    const isHeld = ({ metric, axis }: SeriesName) =>
      this.#series.get(attemptId)?.get(axis)?.has(metric) === true;
    const unknown = names.filter((name) => !isHeld(name));
    if (unknown.length < MANY_NAMES) return;
    for (const [axis, ofAxis] of Map.groupBy(unknown, (name) => name.axis)) {
      const metrics = JSON.stringify(ofAxis.map(({ metric }) => metric));
      const made = this.#sql.addManySeries.all(axis, metrics, attemptId) as Pick<
        SeriesRow,
        "id" | "metric"
      >[];
      // New ones differ in nothing else.
      const row = made.length > 0 ? (this.#sql.seriesById.get(made[0].id) as SeriesRow) : null;
      for (const { id, metric } of made) this.#hold({ ...(row as SeriesRow), id, metric });
      if (ofAxis.every(isHeld)) continue;
      for (const there of this.#sql.seriesByNames.all(attemptId, axis, metrics) as SeriesRow[])
        if (!isHeld(there)) this.#hold(there);
    }
  }

  /** Nothing where the series was removed. */
  #openById(id: number): OpenSeries | undefined {
    const row = this.#sql.seriesById.get(id) as SeriesRow | undefined;
    return row && this.#hold(row);
  }

  #hold(row: SeriesRow): OpenSeries {
    const { attemptId, axis, metric } = row;
    let ofAttempt = this.#series.get(attemptId);
    if (!ofAttempt) this.#series.set(attemptId, (ofAttempt = new Map()));
    let ofAxis = ofAttempt.get(axis);
    if (!ofAxis) ofAttempt.set(axis, (ofAxis = new Map()));
    const series: OpenSeries = {
      ...row,
      touched: -Infinity,
      spans: [],
      waiting: 0,
      reachedX: row.lastX ?? -Infinity,
      inOrder: true,
    };
    ofAxis.set(metric, series);
    this.#byId.set(series.id, series);
    return series;
  }

  #rowOf(attemptId: string, metric: string, axis: string): SeriesRow {
    const made = this.#sql.addSeries.get(attemptId, metric, axis) as SeriesRow | undefined;
    return made ?? (this.#sql.seriesByName.get(attemptId, metric, axis) as SeriesRow);
  }
}
