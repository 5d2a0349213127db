import { isOfSamples } from "../contracts/metrics.ts";
import type { Identity, ValueOnRecord, RunOnRecord, Way } from "../contracts/on-record.ts";

/** A value that may stand in a ranking, or the mean of several: of a run, an evaluation, a configuration. */
export interface Side {
  name: string;
  of: readonly ValueOnRecord[];
}

/** What is on record of a run's line of a metric. A run without any evaluation on record is unknown as a whole. */
export const valueOnRecord = (run: RunOnRecord, metric: string): ValueOnRecord => ({
  ...run,
  unrecorded: run.ways.length > 0 && run.unrecorded.includes(metric),
});

/** How a value of this metric was measured: what is drawn beside an answer decides pass@k and nothing else. */
export const protocolFor = ({ protocol, drawn = protocol }: Way, metric: string): Identity =>
  isOfSamples(metric) ? drawn : protocol;

const isPlainer = (a: string, b: string): boolean => a.length < b.length || (a.length === b.length && a < b);

/** Each identity once, called by the plainest of its words. */
function once(identities: Iterable<Identity>): Identity[] {
  const known = new Map<string, Identity>();
  for (const one of identities) {
    const before = known.get(one.key);
    if (before === undefined || isPlainer(one.words, before.words)) known.set(one.key, one);
  }
  return [...known.values()];
}

/** Of lists of parts what not all of them share, joined; all of it where nothing differs. */
function differingParts(lists: readonly (readonly string[])[]): string[] {
  const differs = (lists[0] ?? []).map((_, i) => lists.some((parts) => parts[i] !== lists[0][i]));
  const any = differs.includes(true);
  return lists.map((parts) => parts.filter((_, i) => !any || differs[i]).join(", "));
}

/**
 * The words of each of some identities: of those with parts what differs, and those that read alike have the beginning of their
 * key added.
 */
export function tellApart(identities: Iterable<Identity>): Map<string, string> {
  const known = once(identities);
  const parts = known.flatMap((one) => (one.parts ? [one.parts] : []));
  const words =
    parts.length === known.length ? differingParts(parts) : known.map(({ words: whole }) => whole);
  const alike = Map.groupBy(words, (text) => text);
  return new Map(
    known.map(({ key }, i) => [
      key,
      (alike.get(words[i])?.length ?? 0) > 1 ? `${words[i]} (${key.slice(0, 8)})` : words[i],
    ]),
  );
}

/**
 * Ways in words, by `wayKey`: the problems, and of protocol and definition what not all of them share. `whole` says everything,
 * with the beginning of the problems' identity.
 */
export function waysInWords(
  ways: Iterable<Way>,
  withDefinition: boolean,
): Map<string, { apart: string; whole: string }> {
  const known = new Map<string, Way>();
  for (const way of ways) {
    const key = wayKey(way, withDefinition);
    const before = known.get(key);
    if (before === undefined || isPlainer(way.problems.words, before.problems.words)) known.set(key, way);
  }
  const all = [...known.values()];
  const problems = tellApart(all.map((way) => way.problems));
  const partsOf = ({ protocol, definition }: Way) => [
    ...(protocol.parts ?? [protocol.words]),
    ...(withDefinition ? [definition.words] : []),
  ];
  const lists = all.map(partsOf);
  const differs = lists.some((parts) => parts.some((part, i) => part !== lists[0][i]));
  const apart = differs ? differingParts(lists) : all.map(() => "");
  return new Map(
    [...known].map(([key, way], i) => {
      const named = problems.get(way.problems.key) ?? way.problems.words;
      return [
        key,
        {
          apart: [named, apart[i]].filter((part) => part !== "").join(", "),
          whole: `${way.problems.words} (${way.problems.key.slice(0, 8)}): ${lists[i].join(", ")}`,
        },
      ];
    }),
  );
}

/** Tells ways of measuring apart; with `withDefinition` how DA was counted is part of it. */
export const wayKey = ({ problems, protocol, definition }: Way, withDefinition: boolean): string =>
  [problems.key, protocol.key, ...(withDefinition ? [definition.key] : [])].join(" ");
