import type { ChainPlan } from "#server/contracts/launch/chain.ts";

type StageLint = ChainPlan["lints"][number];

/** What the recipes say of the stages of a chain, once each, with every stage it is said of. */
export function lintsByClaim(lints: readonly StageLint[]): { lint: StageLint; stages: string[] }[] {
  const same = Map.groupBy(lints, ({ id, claim, detail }) => `${id} ${claim} ${detail}`);
  return [...same.values()].map((group) => ({ lint: group[0], stages: group.map(({ stage }) => stage) }));
}
