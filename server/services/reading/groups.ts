import { setImmediate } from "node:timers/promises";
import type { ReadGroupsInput } from "../../contracts/reading/asked.ts";
import type { ReadGroup, ReadGroups } from "../../contracts/reading/things.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { type SourcedStep, type SourceText, sourcedSteps } from "../rollouts/source.ts";
import { requireReadRun } from "./scope.ts";

/** Characters of texts that a page tells; one group is told whatever it has. */
const PAGE_CHARACTERS = 4 * 2 ** 20;
/** What a completion counts beside its text: its numbers, and the questions by which it is read. */
const COMPLETION_CHARACTERS = 2000;

const turnsOf = (text: SourceText | null): ReadGroup["prompt"] =>
  text && text.turns.map(({ role, text: said }) => ({ role, text: said }));

function groupOf(step: SourcedStep, key: string): ReadGroup {
  const { source, phase } = step;
  return {
    phase,
    step: step.step,
    key,
    prompt: turnsOf(source.text(step, key, null)),
    completions: source.completions(step, key).map((one) => ({
      place: one.place,
      turns: one.turns === null ? null : turnsOf(source.text(step, key, one.place)),
      reward: one.reward,
      rewards: one.rewards as ReadGroup["completions"][number]["rewards"],
      advantage: one.advantage,
      length: one.length,
      truncated: one.truncated,
      stop_reason: one.stopReason,
      extra: one.extra,
    })),
  };
}

const charactersOf = ({ prompt, completions }: ReadGroup): number =>
  [prompt, ...completions.map(({ turns }) => turns)]
    .flatMap((turns) => turns ?? [])
    .reduce((sum, { text }) => sum + text.length, 0);

const isBefore = (a: Pick<SourcedStep, "phase" | "step">, b: Pick<SourcedStep, "phase" | "step">): boolean =>
  a.phase === b.phase ? a.step < b.step : a.phase === "train";

interface Cursor {
  phase: "train" | "eval";
  step: number;
  /** Groups of this step that were told. */
  told: number;
}

function cursorIn(text: string | null): Cursor | null {
  if (text === null) return null;
  const [, phase, step, told] = /^(train|eval)\.(-?\d{1,15})\.(\d{1,9})$/.exec(text) ?? [];
  if (phase === undefined)
    throw new ServiceError("invalid", "The cursor is not one that an answer of this question gave as next.");
  return { phase: phase as Cursor["phase"], step: Number(step), told: Number(told) };
}

/**
 * A page of the groups of a run with their texts, by step, those that train first. It ends earlier where groups are long or hold
 * many completions; others get their turn between two.
 */
export async function readGroups(
  ctx: ServiceContext,
  run: string,
  { phase, step, cursor, limit }: ReadGroupsInput,
): Promise<ReadGroups> {
  const { id } = requireReadRun(ctx, run);
  const at = cursorIn(cursor);
  const groups: ReadGroup[] = [];
  let room = PAGE_CHARACTERS;
  for (const one of sourcedSteps(ctx, id)) {
    if ((phase !== null && one.phase !== phase) || (step !== null && one.step !== step)) continue;
    if (at && isBefore(one, at)) continue;
    const from = at && at.phase === one.phase && at.step === one.step ? at.told : 0;
    const keys = one.source.groups(one).map(({ key }) => key);
    for (let i = from; i < keys.length; i++) {
      if (groups.length === limit || (room <= 0 && groups.length > 0))
        return { groups, next: `${one.phase}.${one.step}.${i}` };
      const group = groupOf(one, keys[i]);
      room -= charactersOf(group) + group.completions.length * COMPLETION_CHARACTERS;
      groups.push(group);
      await setImmediate();
    }
  }
  return { groups, next: null };
}
