import {
  createLoader,
  createParser,
  createSerializer,
  parseAsArrayOf,
  parseAsInteger,
  parseAsStringLiteral,
} from "nuqs/server";
import { parseAsName, parseAsPage, parseAsStep, parseAsText } from "#components/search-params/values.ts";
import {
  COMPLETION_ORDERS,
  GROUP_ORDERS,
  ROLLOUT_LIMITS,
  ROLLOUT_PHASES,
  type RolloutPhase,
} from "#server/contracts/rollouts/rollout-limits.ts";

/** One completion of a run. */
export interface RolloutPlace {
  phase: RolloutPhase;
  step: number;
  key: string;
  place: number;
}

const PLACE = /^(train|eval)~(\d{1,15})~(\d{1,9})~(.{0,240})$/su;

/** "train~340~4~bakery-0412": a completion in the address; the key comes last since it may hold any sign. */
export function readPlace(text: string): RolloutPlace | null {
  const [, phase, step, place, key] = PLACE.exec(text) ?? [];
  return phase ? { phase: phase as RolloutPhase, step: Number(step), key, place: Number(place) } : null;
}

export const writePlaceOf = ({ phase, step, key, place }: RolloutPlace): string =>
  `${phase}~${step}~${place}~${key}`;

/** Rewards of a bar of the histogram, or all of the step. */
export type RewardRange = [number, number] | "all";

/** "0.3..0.4", or "all". */
export function readRange(text: string): RewardRange | null {
  if (text === "all") return "all";
  const ends = text.split("..");
  const [from, to] = ends.map(Number);
  const isRange = ends.length === 2 && ends.every((end) => end.trim() !== "");
  return isRange && Number.isFinite(from) && Number.isFinite(to) && from <= to ? [from, to] : null;
}

export const writeRange = (range: RewardRange): string =>
  range === "all" ? range : `${range[0]}..${range[1]}`;

const byText = <T>(parse: (text: string) => T | null, serialize: (value: T) => string) =>
  createParser({ parse, serialize, eq: (a: T, b: T) => serialize(a) === serialize(b) });

/** Which group is read, and how: all of it is in the address, so that a link shows the same. */
export const rolloutSearch = {
  phase: parseAsStringLiteral(ROLLOUT_PHASES),
  /** The newest where none is named. */
  step: parseAsStep,
  /** Key of the group; the first of the list where none is named. */
  group: parseAsName(ROLLOUT_LIMITS.key + 20),
  /** Places of the two completions beside each other. */
  open: parseAsArrayOf(parseAsInteger).withDefault([]),
  /** Page of their texts. */
  part: parseAsPage.withDefault(0),
  order: parseAsStringLiteral(GROUP_ORDERS).withDefault("spread"),
  groups: parseAsPage.withDefault(0),
  /** Completions that are listed, and how. */
  bar: byText(readRange, writeRange),
  by: parseAsStringLiteral(COMPLETION_ORDERS).withDefault("reward"),
  listed: parseAsPage.withDefault(0),
  q: parseAsText(ROLLOUT_LIMITS.search).withDefault(""),
  /** A completion that stays at the left while others are opened. */
  pin: byText(readPlace, writePlaceOf),
  /** Another run that had the same prompts. */
  with: parseAsName(40),
  face: parseAsStringLiteral(["mono"] as const),
  show: parseAsStringLiteral(["all"] as const),
  /** An audit of the verifier, or the list of them. */
  audit: parseAsName(40),
  /** The completion of it that is read, from 0. */
  item: parseAsPage,
  /** The last evaluation is held against the first one. */
  against: parseAsStringLiteral(["start"] as const),
  /** Rewards are shown beside what is marked. */
  rewards: parseAsStringLiteral(["shown"] as const),
};

export const loadRolloutSearch = createLoader(rolloutSearch);

const serializeRollouts = createSerializer(rolloutSearch);

/** The groups of a run, at what is named of them. */
export const groupsHref = (
  runId: string,
  at: { phase?: RolloutPhase; step?: number; group?: string; open?: number[] },
): string => serializeRollouts(`/runs/${runId}?tab=groups`, at);

/** An audit of a run's verifier. */
export const auditHref = (runId: string, audit: string): string =>
  serializeRollouts(`/runs/${runId}?tab=groups`, { audit });

/** The question behind the step that is shown. */
export const stepQuestion = (
  runId: string,
  { phase, step, order, groups }: Pick<RolloutView, "phase" | "step" | "order" | "groups">,
) => ({ runId, phase, step, order, page: groups });

export interface RolloutView {
  phase: RolloutPhase | null;
  step: number | null;
  group: string | null;
  open: number[];
  part: number;
  order: (typeof GROUP_ORDERS)[number];
  groups: number;
  bar: RewardRange | null;
  by: (typeof COMPLETION_ORDERS)[number];
  listed: number;
  q: string;
  pin: RolloutPlace | null;
  with: string | null;
  face: "mono" | null;
  show: "all" | null;
  audit: string | null;
  item: number | null;
  against: "start" | null;
  rewards: "shown" | null;
}

/** In place of the id of an audit: all of them, and where one is drawn. */
export const ALL_AUDITS = "all";

/** What a change of the view is said by; null takes a value away. */
export type ChangeView = (change: { [Name in keyof RolloutView]?: RolloutView[Name] | null }) => void;
