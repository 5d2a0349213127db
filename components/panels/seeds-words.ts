import { beginSentence } from "#components/ui/format/begin-sentence.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";
import { bandNotes } from "./band-notes.ts";

/** What line and fill of configurations are. */
export const SEEDS_MEANING = "mean over seeds, band = 95 % t interval";

/** It stands under the chart, where it has room: beside the title of a narrow one it is cut. */
export const SEEDS_NOTE = beginSentence(SEEDS_MEANING);

/** What stands under a chart of seeds together: what line and fill are, then n and what is not drawn. */
export function seedsNotes(bands: Parameters<typeof bandNotes>[0], asked: AxisName): string[] {
  const notes = bandNotes(bands, asked);
  return notes.length > 0 ? [SEEDS_NOTE, ...notes] : [];
}
