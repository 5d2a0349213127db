import type { PointBlock, PointStore, Span } from "#db/points/point-store.ts";
import type { Sliced } from "./sliced.ts";

/** All points of a series between the bounds in three columns. For series that are known to be small. */
export function* readPoints(store: PointStore, seriesId: number, span: Span): Sliced<PointBlock> {
  const blocks: PointBlock[] = [];
  for (const block of store.read(seriesId, span)) {
    blocks.push(block);
    yield;
  }
  if (blocks.length === 1) return blocks[0];
  const length = blocks.reduce((sum, { x }) => sum + x.length, 0);
  const all: PointBlock = {
    x: new Float64Array(length),
    value: new Float64Array(length),
    at: new Float64Array(length),
  };
  let offset = 0;
  for (const { x, value, at } of blocks) {
    all.x.set(x, offset);
    all.value.set(value, offset);
    all.at.set(at, offset);
    offset += x.length;
  }
  return all;
}
