import { randomUUID } from "node:crypto";
import type { SeriesRow } from "./rows.ts";
import type { Statements } from "./statements.ts";

/** A series that is appended to. */
export interface OpenSeries extends SeriesRow {
  /** `performance.now()` of the last append. */
  touched: number;
}

/** Series and sources held at once; beyond that all are forgotten and looked up anew. */
const HELD = 20_000;

interface WriterRow {
  writer: string;
  revision: number;
  nextSeg: number;
}

/**
 * What an append must know of series and sources, kept from one transaction to the next. A transaction may be undone
 * after an append; every append therefore writes a revision, and where the stored one is not the last one written here
 * everything is forgotten.
 */
export class SeriesMemory {
  readonly #sql: Statements;
  readonly #writer = randomUUID();
  /** By attempt, axis and metric. */
  readonly #series = new Map<string, Map<string, Map<string, OpenSeries>>>();
  readonly #byId = new Map<number, OpenSeries>();
  readonly #sources = new Map<string, number>();
  /** `performance.now()` of the last append to any series. */
  touched = -Infinity;
  #revision = -1;
  #nextSeg = 1;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** Runs work that takes seg ids or changes what is held. Where it throws, nothing is held any more. */
  change<T>(work: () => T): T {
    const stored = this.#sql.writer.get() as WriterRow | undefined;
    const isMine = stored?.writer === this.#writer && stored.revision === this.#revision;
    if (!isMine || this.#byId.size + this.#sources.size > HELD) this.forgetAll();
    this.#nextSeg = stored?.nextSeg ?? 1;
    this.#revision = (stored?.revision ?? 0) + 1;
    try {
      const result = work();
      this.#sql.writeWriter.run(this.#writer, this.#revision, this.#nextSeg);
      return result;
    } catch (error) {
      this.forgetAll();
      throw error;
    }
  }

  /** Only within `change`. */
  takeSegId(): number {
    return this.#nextSeg++;
  }

  forgetAll(): void {
    this.#series.clear();
    this.#byId.clear();
    this.#sources.clear();
  }

  /** Forgets a series whose row was changed by something else than an append. */
  forget(id: number): void {
    const known = this.#byId.get(id);
    if (!known) return;
    this.#byId.delete(id);
    this.#series.get(known.attemptId)?.get(known.axis)?.delete(known.metric);
  }

  /** When a series was appended to last, as far as is remembered. */
  touchedAt(id: number): number {
    return this.#byId.get(id)?.touched ?? -Infinity;
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
    let ofAttempt = this.#series.get(attemptId);
    if (!ofAttempt) this.#series.set(attemptId, (ofAttempt = new Map()));
    let ofAxis = ofAttempt.get(axis);
    if (!ofAxis) ofAttempt.set(axis, (ofAxis = new Map()));
    let series = ofAxis.get(metric);
    if (!series) {
      series = { ...this.#rowOf(attemptId, metric, axis), touched: -Infinity };
      ofAxis.set(metric, series);
      this.#byId.set(series.id, series);
    }
    return series;
  }

  #rowOf(attemptId: string, metric: string, axis: string): SeriesRow {
    const find = () => this.#sql.seriesByName.get(attemptId, metric, axis) as SeriesRow | undefined;
    const row = find();
    if (row) return row;
    this.#sql.addSeries.run(attemptId, metric, axis);
    return find() as SeriesRow;
  }
}
