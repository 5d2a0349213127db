import { z } from "zod";

/**
 * Place of a configuration among those of its experiment by first launch, from 0: what its colour follows. The first is
 * most often the baseline, which is ink.
 */
export const CellPlace = z.number().int().nonnegative();
export type CellPlace = z.infer<typeof CellPlace>;
