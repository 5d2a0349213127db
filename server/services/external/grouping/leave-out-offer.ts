import type { LeaveOutOffer } from "../../../contracts/external/external.ts";
import type { Params } from "../../../../workers/protocol/manifest.ts";
import { isSaidSeed } from "../../../numbers/seeds.ts";
import { cellConfig, differingKeys, type CellRule } from "../config.ts";
import { mayNameRun } from "./identity-keys.ts";

/** A run as far as its configuration is told apart from others'. */
export interface GroupedRun {
  name: string;
  seed: number;
  params: Params;
}

/** `plain`: the configuration without what is only of this run. */
interface Configured {
  seed: number;
  config: ReadonlyMap<string, string>;
  plain: ReadonlyMap<string, string>;
}

/** Dates, times of day, uuids, hashes, and numbers that are as long as a moment. */
const MOMENT_OR_ID =
  /\d{4}[-_./]\d\d[-_./]\d\d([t_ -]\d\d[-:_.]?\d\d([-:_.]?\d\d)?)?|(?<!\d)\d\d[-:_]\d\d[-:_]\d\d(?!\d)|[0-9a-f]{8}-[0-9a-f-]{27}|(?<![0-9a-z])(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}(?![0-9a-z])|(?<!\d)\d{8}([-_t]?\d{6})?(?!\d)|(?<!\d)\d{9,}/g;
const MARK = "·";
const NO_NAME = 2;

/** Numbers that stand alone, with the word before them. */
const NUMBER = /(?<![\d.])(seed|s)?([-_= ]?)(\d+)(?!\d|\.\d)/g;

/** A text without the seed: the number after its word, else the last one that equals it, since an arm may be numbered too. */
function withoutSeed(text: string, seed: number): string {
  const own = [...text.matchAll(NUMBER)].filter(([, , , digits]) => Number(digits) === seed);
  const found = own.findLast(([, word]) => word !== undefined) ?? own.at(-1);
  if (!found) return text;
  const end = found.index + found[0].length;
  return `${text.slice(0, end - found[3].length)}${MARK}${text.slice(end)}`;
}

/** A value without the run's name, its seed, moments and ids. */
function withoutRun(value: string, { name, seed }: GroupedRun): string {
  const unnamed = name.length > NO_NAME ? value.replaceAll(name, MARK) : value;
  return withoutSeed(unnamed.toLowerCase().replace(MOMENT_OR_ID, MARK), seed);
}

const FEWEST_COUNTED = 3;

/** Whole numbers that go up with the seed one by one, as ports do. */
function countsWithSeed(runs: readonly Configured[], key: string): boolean {
  const offsets = runs.map(({ seed, config }) => Number(config.get(key) ?? NaN) - seed);
  const seeds = new Set(runs.map(({ seed }) => seed));
  return seeds.size >= FEWEST_COUNTED && Number.isInteger(offsets[0]) && new Set(offsets).size === 1;
}

/** Runs that are one configuration without these keys. */
const together = (
  runs: readonly Configured[],
  left: ReadonlySet<string>,
  of: "config" | "plain" = "config",
): Configured[][] => [
  ...Map.groupBy(runs, (run) => JSON.stringify([...run[of]].filter(([key]) => !left.has(key)))).values(),
];

const differing = (runs: readonly Configured[], of: "config" | "plain" = "config"): string[] =>
  differingKeys(runs.map((run) => run[of]));

/** Where runs of one seed would be one configuration, what they differ in is what is compared. */
const comparedKeys = (groups: readonly Configured[][]): string[] =>
  groups.flatMap((group) =>
    [...Map.groupBy(group, ({ seed }) => seed).values()].flatMap((same) => differing(same, "plain")),
  );

/**
 * Keys that tell apart what looks like seeds of one configuration: they may name a run, a place or a moment, by what they are
 * called or by values that differ in nothing but what is of each run. Null where leaving them out would join nothing.
 */
export function leaveOutOffer(runs: readonly GroupedRun[], rule: CellRule): LeaveOutOffer | null {
  const known = runs
    .filter(({ seed }) => isSaidSeed(seed))
    .map((run): Configured => {
      const config = cellConfig(run.params, rule);
      const plain = new Map([...config].map(([key, value]) => [key, withoutRun(value, run)]));
      return { seed: run.seed, config, plain };
    });
  const now = together(known, new Set()).length;
  const all = differing(known);
  const named = new Set(all.filter((key) => mayNameRun(key) || countsWithSeed(known, key)));
  for (const key of comparedKeys(together(known, named, "plain"))) named.delete(key);
  const groups = together(known, named, "plain");
  const keys = new Set(groups.flatMap((group) => differing(group)));
  // A name of an arm that nothing else says is what tells the arms apart.
  for (const group of together(known, keys))
    for (const key of differing(group, "plain")) if (!named.has(key)) keys.delete(key);
  const configurations = together(known, keys).length;
  return configurations < now ? { keys: [...keys].toSorted(), configurations } : null;
}
