import type { KnownSeries } from "../run-rule.ts";

/** Parts of a reward: TRL's reward functions, before 0.16 without "mean", and prime-rl's. Those of a preference trainer are none. */
export const PARTS_AS =
  /^(train\/)?(rewards\/(?!(?:chosen|rejected|margins|accuracies)$)[^/]+(\/mean)?|agg\/all\/agent\/rewards\/[^/]+\/mean)$/;

/** Ours that a verifier gives, and that form gives. */
const [OUTCOME, FORMAT] = ["reward/outcome", "reward/format"];
export const OWN_PARTS = [OUTCOME, FORMAT];

const VERIFIED = /accura|correct|outcome|solve|success|verif|exact|answer/i;
const FORM = /format|xml|tag|struct|schema|think/i;
const MOST = 12;

/** What a part is called between the names around it. */
const partName = (name: string): string =>
  name.replace(/^(train\/)?(agg\/all\/agent\/)?rewards\//, "").replace(/\/mean$/, "");

const partsWhere = <S extends KnownSeries>(
  series: ReadonlyMap<string, S>,
  own: string,
  is: (name: string) => boolean,
): S[] =>
  [...series]
    .filter(([name]) => name === own || (PARTS_AS.test(name) && is(partName(name))))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, MOST)
    .map(([, one]) => one);

/** Parts that say whether an answer is right. */
export const verifiedParts = <S extends KnownSeries>(series: ReadonlyMap<string, S>): S[] =>
  partsWhere(series, OUTCOME, (name) => VERIFIED.test(name) && !FORM.test(name));

/** Parts that say whether an answer has its form. */
export const formParts = <S extends KnownSeries>(series: ReadonlyMap<string, S>): S[] =>
  partsWhere(series, FORMAT, (name) => FORM.test(name));

/** Parts that say anything else. */
export const otherParts = <S extends KnownSeries>(series: ReadonlyMap<string, S>): S[] =>
  partsWhere(series, FORMAT, (name) => !VERIFIED.test(name) || FORM.test(name));
