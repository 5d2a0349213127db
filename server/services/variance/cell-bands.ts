import type { CellBandInput } from "../../contracts/compare.ts";
import type { SeedBand } from "../../contracts/series.ts";
import type { ServiceContext } from "../context.ts";
import { bandOf } from "../series/bands.ts";
import { pickCells } from "./pick-cells.ts";

/** Mean over seeds with its t interval for configurations of any runs; `cell` is the key that tells them apart. */
export function cellBands(ctx: ServiceContext, input: CellBandInput): SeedBand[] {
  return pickCells(ctx, input)
    .map(({ key, cell }) => ({ ...bandOf(ctx, cell, input), cell: key }))
    .filter(({ sent }) => sent > 0);
}
