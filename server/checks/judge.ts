import type { Finding } from "../contracts/finding.ts";
import type { Identity, ValueOnRecord } from "../contracts/on-record.ts";
import { countOf, writeOf } from "../wording/counts.ts";
import { tellApart, type Side } from "./on-record.ts";
import { COMPARABILITY_CRITERIA, type ComparabilityCriterion } from "./criteria.ts";
import { objection } from "./rule.ts";

/** Sides that may be ranked against each other. */
export interface Ranked {
  /** Places among the judged sides. */
  sides: number[];
  /** What they share, by the rule that asks for it: only rules about what the quantity is. */
  shared: ReadonlyMap<string, Identity>;
}

/** Sides with a value that nothing ranks, and why: their values are of several quantities, or not, or not all, on record. */
export interface Unranked {
  sides: number[];
  why: "several" | "partly" | "unknown";
}

/** What of some sides is not on record. It forbids nothing by itself. */
export interface NotOnRecord {
  what: string;
  sides: number[];
}

/** What may be said of some values of one metric beside each other. */
export interface Judgement {
  ranked: Ranked[];
  unranked: Unranked[];
  /** Each side against the base, or, without one, what stands among all of them. Said in the order of the rules. */
  findings: Finding[];
  notLogged: NotOnRecord[];
}

interface Held {
  /** Each kind once. */
  kinds: Map<string, Identity>;
  /** Of some values it is not on record. */
  unknown: boolean;
}

/** What the values of a side have in a respect; null where none of them has anything that could differ. */
function heldBy(
  respect: ComparabilityCriterion,
  values: readonly ValueOnRecord[],
  metric: string,
): Held | null {
  const held: Held = { kinds: new Map(), unknown: false };
  let concerned = false;
  for (const value of values) {
    const own = respect.held(value, metric);
    if (own === null) continue;
    concerned = true;
    if (own.length === 0 || (value.unrecorded && respect.ofEvaluations)) held.unknown = true;
    for (const kind of own) held.kinds.set(kind.key, kind);
  }
  return concerned ? held : null;
}

/** Of how many kinds something is: kinds that may lie anywhere in a range are one while all their ranges meet. */
function kindsApart(kinds: Iterable<Identity>): number {
  const all = [...kinds];
  const ranges = all.flatMap(({ range }) => (range ? [range] : []));
  const meet = Math.max(...ranges.map(([from]) => from)) <= Math.min(...ranges.map(([, to]) => to));
  return ranges.length > 0 && ranges.length === all.length && meet ? 1 : all.length;
}

type Standing =
  | {
      why: null;
      key: string;
      shared: Map<string, Identity>;
      /** Rules whose respect is not on record of any of its values. */
      unknown: string[];
    }
  | { why: "several" | "partly" };

/** Where a side stands by what its quantity is. The rule that is met first decides why it may not be ranked. */
function standingOf(respects: readonly ComparabilityCriterion[], { of }: Side, metric: string): Standing {
  const shared = new Map<string, Identity>();
  const unknown: string[] = [];
  let isPartly = false;
  let key = "";
  for (const respect of respects) {
    const held = heldBy(respect, of, metric);
    if (held !== null && held.kinds.size > 1) return { why: "several" };
    if (held?.unknown) {
      if (held.kinds.size > 0 || of.some(({ unrecorded }) => unrecorded)) isPartly ||= unknown.length === 0;
      else unknown.push(respect.info.id);
    }
    const [kind] = held?.kinds.values() ?? [];
    if (kind) shared.set(respect.info.id, kind);
    key += `${kind?.key ?? ""}\n`;
  }
  return isPartly ? { why: "partly" } : { why: null, key, shared, unknown };
}

const quantityRules = (metric: string): ComparabilityCriterion[] =>
  COMPARABILITY_CRITERIA.filter(({ decides, concerns }) => decides === "quantity" && concerns(metric));

function partition(sides: readonly Side[], metric: string): Pick<Judgement, "ranked" | "unranked"> {
  const respects = quantityRules(metric);
  const standings = sides.map((side) => standingOf(respects, side, metric));
  // What is not known of any tells none apart: their order is that of their values, and this is said.
  const known = new Set(
    respects
      .filter((respect) => sides.some(({ of }) => (heldBy(respect, of, metric)?.kinds.size ?? 0) > 0))
      .map(({ info }) => info.id),
  );
  const ranked = new Map<string, Ranked>();
  const unranked = new Map<string, Unranked>();
  standings.forEach((standing, i) => {
    const why = standing.why ?? (standing.unknown.some((id) => known.has(id)) ? "unknown" : null);
    if (why === null && standing.why === null) {
      const same = ranked.get(standing.key) ?? { sides: [], shared: standing.shared };
      ranked.set(standing.key, same);
      same.sides.push(i);
    } else if (why !== null) {
      const same = unranked.get(why) ?? { sides: [], why };
      unranked.set(why, same);
      same.sides.push(i);
    }
  });
  return { ranked: [...ranked.values()], unranked: [...unranked.values()] };
}

const said = (kinds: Iterable<Identity>, words: ReadonlyMap<string, string>): string =>
  [...kinds].map(({ key }) => words.get(key)).join(" and ");

/** That two sides differ, or, where the values of one of them do so among themselves, that. */
function claimOf(
  respect: ComparabilityCriterion,
  [own, { kinds }]: readonly [string, Held],
  [base, { kinds: baseKinds }]: readonly [string, Held],
  metric: string,
): string {
  const ofOwn = kinds.size > 1 ? respect.within?.(own, kinds.size, metric) : undefined;
  const ofBase = baseKinds.size > 1 ? respect.within?.(base, baseKinds.size, metric) : undefined;
  return ofOwn ?? ofBase ?? respect.between(own, base, metric);
}

function between(respect: ComparabilityCriterion, own: Side, base: Side, metric: string): Finding[] {
  const isOneRun = new Set([...own.of, ...base.of].map(({ runId }) => runId)).size < 2;
  // A run beside itself was treated in one way: what differs is what is asked.
  if (respect.decides === "treatment" && isOneRun) return [];
  const [a, b] = [heldBy(respect, own.of, metric), heldBy(respect, base.of, metric)];
  if (!a || !b || a.kinds.size === 0 || b.kinds.size === 0) return [];
  const all = new Map([...a.kinds, ...b.kinds]);
  if (kindsApart(all.values()) < 2) return [];
  const words = tellApart(all.values());
  return [
    objection(respect.info, respect.severity, {
      metric,
      claim: claimOf(respect, [own.name, a], [base.name, b], metric),
      evidence: `${own.name}: ${said(a.kinds.values(), words)}. ${base.name}: ${said(b.kinds.values(), words)}.`,
      a: own.name,
      b: base.name,
    }),
  ];
}

const NAMED = 4;

/** Kinds with how many runs have each, the commonest first, equally common ones by their words. */
function counted(wordsOfRuns: readonly string[]): string {
  const kinds = [...Map.groupBy(wordsOfRuns, (words) => words)]
    .map(([words, { length }]) => ({ words, length }))
    .toSorted((a, b) => b.length - a.length || (a.words < b.words ? -1 : 1));
  const named = kinds.slice(0, NAMED).map(({ words, length }) => `${words} (${countOf(length, "run")})`);
  const others = kinds.length - NAMED;
  return `${named.join("; ")}${others > 0 ? `; and ${countOf(others, "other")}` : ""}.`;
}

/** That values are of several kinds in a respect, and of how many runs each kind is. */
function among(respect: ComparabilityCriterion, sides: readonly Side[], metric: string): Finding[] {
  const held = sides.flatMap(({ of }) => of.flatMap((one) => heldBy(respect, [one], metric) ?? []));
  const all = new Map(held.flatMap(({ kinds }) => [...kinds]));
  if (kindsApart(all.values()) < 2) return [];
  const words = tellApart(all.values());
  const wordsOf = ({ kinds, unknown }: Held) =>
    kinds.size === 0
      ? "not on record"
      : `${said(kinds.values(), words)}${unknown ? ", partly not on record" : ""}`;
  return [
    objection(respect.info, respect.severity, {
      metric,
      claim: respect.among(all.size, metric),
      evidence: counted(held.map(wordsOf)),
    }),
  ];
}

/**
 * What sets policies apart whose values are ordered all the same, whatever the metric: "These runs started from 3 different
 * weights (C08)".
 */
export const treatmentsAmong = (sides: readonly Side[]): string[] =>
  COMPARABILITY_CRITERIA.filter(({ decides }) => decides === "treatment")
    .flatMap((respect) => among(respect, sides, ""))
    .map(({ rule, claim }) => `${claim.replace(/\.$/, "")} (${rule})`);

/** Why values may not be ranked among themselves, and the rules that forbid it; none where too little is known for one. */
export interface Apart {
  rules: string[];
  why: string;
}

/** The same in a sentence for a page that is read: "Not ranked (C02). Measured on 2 sets of problems: ..." */
export const apartWords = ({ rules, why }: Apart): string =>
  `Not ranked${rules.length > 0 ? ` (${rules.join(", ")})` : ""}. ${why}`;

/** Why values of a metric are not of one quantity; null where they may be ranked, also where nothing is known of any. */
export function whyApart(metric: string, sides: readonly Side[]): Apart | null {
  const found = quantityRules(metric).flatMap((respect) => among(respect, sides, metric));
  if (found.length > 0)
    return {
      rules: found.map(({ rule }) => rule),
      why: found.map(({ claim, evidence }) => `${claim} ${evidence}`).join(" "),
    };
  const unsure = partition(sides, metric).unranked.flatMap((one) => one.sides).length;
  if (unsure === 0 || sides.length < 2) return null;
  return {
    rules: [],
    why: `How the values of ${writeOf(unsure, sides.length)} were measured is not, or not wholly, on record: they may be other quantities and are not ranked.`,
  };
}

function notLogged(sides: readonly Side[], metric: string): NotOnRecord[] {
  return quantityRules(metric).flatMap((respect): NotOnRecord[] => {
    const unknown = sides.flatMap(({ of }, i) => (heldBy(respect, of, metric)?.unknown ? [i] : []));
    return unknown.length > 0 ? [{ what: respect.what, sides: unknown }] : [];
  });
}

/**
 * What may be said of values of one metric beside each other: which of them may be ranked, what objects, and what is not on
 * record. With `base`, its place among the sides, each other side is held against it; without, all of them against each other.
 */
export function judge(metric: string, sides: readonly Side[], base: number | null = null): Judgement {
  const respects = COMPARABILITY_CRITERIA.filter(({ concerns }) => concerns(metric));
  const findings =
    base === null
      ? respects.flatMap((respect) => among(respect, sides, metric))
      : sides.flatMap((side, i) =>
          i === base ? [] : respects.flatMap((respect) => between(respect, side, sides[base], metric)),
        );
  return { ...partition(sides, metric), findings, notLogged: notLogged(sides, metric) };
}

/** Whether findings on a value forbid its ranking in a metric. */
export const forbids = (findings: readonly Finding[], metric: string): boolean =>
  forbidding(findings, metric).length > 0;

/** The findings that forbid a ranking in a metric. */
export const forbidding = (findings: readonly Finding[], metric: string): Finding[] =>
  findings.filter((o) => (o.severity === "error" || o.forbids) && o.metric === metric);
