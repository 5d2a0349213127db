import type { CompletionView, PromptVisit, RolloutGroup } from "#server/contracts/rollouts/rollouts.ts";
import { groupName } from "#server/contracts/rollouts/group-name.ts";
import { writePlace } from "#server/wording/charts/axes.ts";
import { writeCount } from "#server/wording/counts.ts";
import type { CompletionOrder } from "#server/contracts/rollouts/rollout-limits.ts";
import { sortCompletions } from "./sort-completions.ts";
import type { RolloutPlace, RolloutView } from "./rollout-search.ts";

/** A completion to be read, and what it is called beside others. */
export interface PairSide extends RolloutPlace {
  runId: string;
  /** "Completion 4", with run, step or group where these differ. */
  name: string;
  completion: CompletionView | undefined;
}

/** Texts that are stacked at once. */
export const MOST_STACKED = 16;

/** The two that are read where nobody has chosen: the best and the worst, which differ most. */
export function placesToRead(group: RolloutGroup, open: readonly number[]): number[] {
  const known = open.filter((place) => group.completions.some((one) => one.place === place));
  const ranked = sortCompletions(group, "reward").map(({ place }) => place);
  const wanted = [...known, ranked[0], ranked[ranked.length - 1]].filter((place) => place !== undefined);
  return [...new Set(wanted)].slice(0, 2);
}

/** What the run beside did with the same prompt: at the same step, or the last before it, or its first. */
export function visitBeside(
  visits: readonly PromptVisit[],
  { phase, step }: Pick<RolloutGroup, "phase" | "step">,
): PromptVisit | undefined {
  const ofPhase = visits.filter((visit) => visit.phase === phase);
  return ofPhase.findLast((visit) => visit.step <= step) ?? ofPhase[0];
}

export const isPinned = (pin: RolloutPlace | null, group: RolloutGroup, place: number): boolean =>
  pin !== null &&
  pin.phase === group.phase &&
  pin.step === group.step &&
  pin.key === group.key &&
  pin.place === place;

export const pinWords = ({ step, key, place }: RolloutPlace): string =>
  `${writeCount(place + 1)} of ${groupName({ key })}, step ${writePlace(step)}`;

const completionName = (place: number): string => `Completion ${writeCount(place + 1)}`;

const sideOf = (group: RolloutGroup, place: number, name = completionName(place)): PairSide => ({
  runId: group.runId,
  phase: group.phase,
  step: group.step,
  key: group.key,
  place,
  name,
  completion: group.completions.find((one) => one.place === place),
});

export interface PairChoice {
  group: RolloutGroup;
  view: Pick<RolloutView, "open" | "pin" | "show"> & { by: CompletionOrder };
  /** The group of the run beside, and what that run is called. */
  other: RolloutGroup | undefined;
  otherName: string;
  /** The group of the pinned completion. */
  pinned: RolloutGroup | undefined;
}

/** Whose texts are read: all of the group, or one beside that of another run, or beside the pinned one, or two of the group. */
export function chooseSides({ group, view, other, otherName, pinned }: PairChoice): PairSide[] {
  if (view.show === "all")
    return sortCompletions(group, view.by)
      .slice(0, MOST_STACKED)
      .map(({ place }) => sideOf(group, place));
  const places = placesToRead(group, view.open);
  const own = places.map((place) => sideOf(group, place));
  if (other) {
    const [place] = placesToRead(other, view.open.slice(1));
    if (place === undefined) return own.slice(0, 1);
    const name = `${completionName(place)} of ${otherName}, step ${writePlace(other.step)}`;
    return [...own.slice(0, 1), sideOf(other, place, name)];
  }
  const { pin } = view;
  if (!pin || !pinned) return own;
  const rest = own.filter(({ place }) => !isPinned(pin, group, place));
  return [sideOf(pinned, pin.place, `Pinned: ${pinWords(pin)}`), ...rest.slice(0, 1)];
}

/** What is open after somebody opened a completion: it beside what stays at the left, or beside the last one opened. */
export function openAfter(
  { open, pin, with: other }: Pick<RolloutView, "open" | "pin" | "with">,
  read: readonly number[],
  place: number,
): number[] {
  if (pin !== null || other !== null) return [place, ...open.slice(1)];
  return read.includes(place) ? [...read] : [...read.slice(-1), place];
}

/** "1 beside 4"; a completion alone is called by its name. */
export function pairTitle(sides: readonly PairSide[], isAll: boolean): string {
  if (isAll) return "One below the other";
  if (sides.length === 1) return sides[0].name;
  return sides.map(({ place }) => writeCount(place + 1)).join(" beside ");
}

/** Blocks of a report that show these completions: one for each group of which some are read. */
export function reportBlock(sides: readonly PairSide[]): string {
  const byGroup = Map.groupBy(sides, ({ runId, phase, step, key }) =>
    JSON.stringify([runId, phase, step, key]),
  );
  return [...byGroup.values()]
    .map((of) => {
      const { runId, phase, step, key } = of[0];
      const lines = [
        `run: ${runId}`,
        `phase: ${phase}`,
        `step: ${step}`,
        `group: "${key.replace(/[\\"]/g, "\\$&")}"`,
        `completions: ${of.map(({ place }) => place + 1).join(", ")}`,
      ];
      return ["```ablab rollout", ...lines, "```"].join("\n");
    })
    .join("\n\n");
}
