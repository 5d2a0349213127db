import { BASIC } from "./basic.ts";
import { HARD } from "./hard.ts";
import type { Family } from "./family.ts";

/** The 21 families, in the order in which the policy tells them apart. */
export const FAMILIES: readonly Family[] = [...BASIC, ...HARD];

/** The four that the reports could not solve and trained on. */
export const WEAK = ["edit_distance", "knapsack", "coin_change", "n_queens"];

/** The families of a set by name: "all", "basic", "hard", "weak", or one family. Empty for a name that nothing has. */
export function familiesOf(name: string): Family[] {
  if (name === "all") return [...FAMILIES];
  if (name === "weak") return FAMILIES.filter(({ id }) => WEAK.includes(id));
  return FAMILIES.filter(({ id, set }) => set === name || id === name);
}
