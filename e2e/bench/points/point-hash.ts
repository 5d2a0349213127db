import { createHash } from "node:crypto";
import type { Points } from "./point-generator.ts";

export interface PointHash {
  points: number;
  /** Of the bytes of all x, all values and all times; how the points were cut into blocks does not matter. */
  sha256: string;
}

const bytesOf = (column: Float64Array): Uint8Array =>
  new Uint8Array(column.buffer, column.byteOffset, column.byteLength);

/** One pattern for every NaN, whose payload nobody promises to keep. */
function withOneNaN(column: Float64Array): Float64Array {
  return column.some(Number.isNaN) ? column.map((v) => (Number.isNaN(v) ? Number.NaN : v)) : column;
}

/** Hashes a series' points, which must come in order of x. */
export function pointHasher(): { add(block: Points): void; end(): PointHash } {
  const columns = { x: createHash("sha256"), value: createHash("sha256"), at: createHash("sha256") };
  let points = 0;
  return {
    add({ x, value, at }) {
      points += x.length;
      columns.x.update(bytesOf(x));
      columns.value.update(bytesOf(withOneNaN(value)));
      columns.at.update(bytesOf(at));
    },
    end() {
      const all = createHash("sha256");
      for (const column of Object.values(columns)) all.update(column.digest());
      return { points, sha256: all.digest("hex") };
    },
  };
}

export function hashPoints(blocks: Iterable<Points>): PointHash {
  const hasher = pointHasher();
  for (const block of blocks) hasher.add(block);
  return hasher.end();
}
