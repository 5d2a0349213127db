import type { PointStore } from "#db/points/point-store.ts";
import type { AxisMap } from "./axis-map.ts";
import { createRecent, type Recent } from "../../numbers/recent.ts";

/** Numbers held of each kind: 16 MiB. */
const HELD = 2 ** 21;

interface SeriesMemory {
  /** Smoothed lines of windows. */
  smoothed: Recent<Float64Array>;
  /** Corners of axes; "back" where the axis goes back somewhere. */
  axes: Recent<AxisMap | "back">;
}

const memories = new WeakMap<PointStore, SeriesMemory>();

/** What was worked out lately from a store. Keys must hold the revision of every series that went into it. */
export function seriesMemory(store: PointStore): SeriesMemory {
  let memory = memories.get(store);
  if (!memory) {
    memory = {
      smoothed: createRecent(HELD, (line) => line.length),
      axes: createRecent(HELD, (map) => (map === "back" ? 1 : 2 * map.own.length)),
    };
    memories.set(store, memory);
  }
  return memory;
}
