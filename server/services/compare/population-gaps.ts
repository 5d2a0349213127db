import { selectMeasuredProblems } from "#db/queries/compare.ts";
import type { PopulationGap } from "../../contracts/compare.ts";
import { populationDiff, type MixRow } from "../../stats/problems/population-diff.ts";
import type { ServiceContext } from "../context.ts";
import type { ResolvedSide } from "./resolve-sides.ts";

const EXAMPLES = 6;
/** Kinds of problems listed per gap: those whose share differs most. */
const KINDS = 10;

const shareGap = ({ shareA, shareB }: MixRow) => Math.abs((shareA ?? 0) - (shareB ?? 0));

/** How the problems of every other side lie to those of the first, by content. */
export function populationGaps(ctx: ServiceContext, sides: ResolvedSide[]): PopulationGap[] {
  const [first, ...others] = sides.map(({ evaluation }) => selectMeasuredProblems(ctx.db, evaluation.id));
  return others.map((problems, i): PopulationGap => {
    const diff = populationDiff(first, problems);
    const [alone, alien] = [new Set(diff.onlyA), new Set(diff.onlyB)];
    const some = (list: typeof first, wanted: Set<string>) =>
      list
        .filter((p) => wanted.has(p.hash))
        .slice(0, EXAMPLES)
        .map((p) => p.key ?? p.hash.slice(0, 8));
    return {
      side: i + 1,
      shared: diff.shared,
      onlyFirst: alone.size,
      onlyThis: alien.size,
      examplesFirst: some(first, alone),
      examplesThis: some(problems, alien),
      mix: diff.byTypeAndLevel
        .toSorted((x, y) => shareGap(y) - shareGap(x))
        .slice(0, KINDS)
        .map(({ kind, a, b }) => ({ kind, first: a, this: b })),
      kinds: diff.byTypeAndLevel.length,
      mixDistance: diff.mixDistance,
    };
  });
}
