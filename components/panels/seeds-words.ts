import type { AxisName } from "#server/contracts/x-axes.ts";
import { MEAN_WITH_BAND } from "#server/wording/seeds.ts";
import { beginSentence } from "#server/wording/typography.ts";
import { bandNotes } from "./band-notes.ts";

/** It stands under the chart, where it has room: beside the title of a narrow one it is cut. */
export const SEEDS_NOTE = beginSentence(MEAN_WITH_BAND);

/** What stands under a chart of seeds together: what line and fill are, then n and what is not drawn. */
export function seedsNotes(bands: Parameters<typeof bandNotes>[0], asked: AxisName): string[] {
  const notes = bandNotes(bands, asked);
  return notes.length > 0 ? [SEEDS_NOTE, ...notes] : [];
}
