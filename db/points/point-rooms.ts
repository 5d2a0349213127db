import type { PointBlock } from "./point-store.ts";

const COLUMNS = 3;
const FEWEST = 64;
/** Pieces kept for the next who asks, and how many points one that is kept has room for at most. */
const KEPT = 16;
const LARGEST_KEPT = 65_536;

/**
 * Memory for points that is used again and again. Buffers lie outside the heap, and a few ten megabytes of new ones make
 * V8 look through all of it.
 */
export class PointRooms {
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
