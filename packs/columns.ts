import type { ProblemsColumn } from "./pack.ts";

/** The columns that packs add to the run table. */
export const PACK_COLUMNS: readonly ProblemsColumn[] = [];
