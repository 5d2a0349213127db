import type { ColumnMapping } from "./mapping.ts";

export const COLUMN_USES = ["step", "run", "seed", "time", "value", "text", "empty", "skipped"] as const;
export type ColumnUse = (typeof COLUMN_USES)[number];

/** Everything is guessed. */
export const NO_MAPPING: ColumnMapping = { percent: [], plain: [], skip: [] };
