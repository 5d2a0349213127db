import type { HeldConfirmation, Ledger } from "../../contracts/ledger.ts";
import { countOf, plural, writeCount } from "../counts.ts";

/** Comparisons on one set of problems from which on a caption counts them. */
export const COUNTED_FROM = 20;
/** The chance of a false claim in the primary metric of an experiment, whatever its number of configurations. */
const FALSE_CLAIM = 0.05;

/** Experiments that claim a false difference by chance where no configuration differs: "about 6 of 125 experiments". */
function byChance(experiments: number): string {
  const expected = FALSE_CLAIM * experiments;
  const share = expected < 1 ? "fewer than 1" : `about ${writeCount(expected)}`;
  return `${share} of ${countOf(experiments, "experiment")} would claim a difference by chance alone`;
}

/** "comparisons 497 to 500 of 500 on these problems: about 6 of 125 experiments ..."; null below 20 of them. */
export function ledgerCaption({ before, own, experiments, comparisons }: Ledger): string | null {
  if (own === 0 || before + own < COUNTED_FROM) return null;
  const [first, last] = [writeCount(before + 1), writeCount(before + own)];
  const which = own === 1 ? last : `${first} to ${last}`;
  const said = `${plural(own, "comparison")} ${which} of ${writeCount(comparisons)} on these problems`;
  if (experiments === 1) return `${said}, all of this experiment, which adjusts for them`;
  return `${said}: ${byChance(experiments)}; confirm claims on fresh problems`;
}

/** The same of all comparisons on a set of problems, as a sentence. */
export const ledgerSentence = ({
  experiments,
  comparisons,
}: Pick<Ledger, "experiments" | "comparisons">): string =>
  comparisons === 0
    ? "No configurations were compared on these problems."
    : `${countOf(comparisons, "comparison was", "comparisons were")} made on these problems${experiments === 1 ? ", by one experiment, which adjusts for them" : `: ${byChance(experiments)}`}.`;

const made = (comparisons: number): string => countOf(comparisons, "comparison was", "comparisons were");

export const comparedText = (set: string, comparisons: number): string =>
  `"${set}" cannot be held for confirmation: ${made(comparisons)} made on it already. Hold one that nothing was compared on.`;

export const trainedText = (set: string): string =>
  `"${set}" cannot be held for confirmation: some attempt was trained on its problems. Hold one that nothing was trained on.`;

export const releaseText = (set: string, comparisons: number): string =>
  `"${set}" stays held for confirmation: ${made(comparisons)} made on it.`;

/** Why a launch that would train on a held set is refused. */
export const heldText = (set: string): string =>
  `"${set}" is held for confirmation, so nothing trains on it. Give another train set, or evaluate finished runs on it.`;

/** What stands before the verdict of a table that was measured on fresh problems that were held for it. */
export const CONFIRMATION = "Confirmation: ";

/** For a caption: on which held problems a table was measured, and whether they were fresh. */
export const confirmationCaption = ({ set, fresh, before }: HeldConfirmation): string =>
  fresh
    ? `confirmation on "${set}", which was held for it and compared on by nothing before`
    : `"${set}" is held for confirmation, but ${made(before)} made on it before this experiment, so this is none`;
