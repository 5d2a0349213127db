import { selectRunsWithPrompt } from "#db/rollouts/read-groups.ts";
import type {
  PromptVisit,
  PromptVisitsInput,
  RolloutGroup,
  RolloutGroupInput,
  RolloutTextInput,
  RunWithPrompt,
  TextPage,
} from "../../contracts/rollouts/rollouts.ts";
import { ROLLOUT_LIMITS } from "../../contracts/rollouts/rollout-limits.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { requireStep, rolloutSources, type SourceText } from "./source.ts";
import { describeRewards, surpriseOf } from "./spread.ts";

/** One group with all that is known of its completions but their texts. */
export function rolloutGroup(ctx: ServiceContext, input: RolloutGroupInput): RolloutGroup {
  const step = requireStep(ctx, input);
  const group = step.source.groups(step).find(({ key }) => key === input.key);
  if (!group)
    throw new ServiceError(
      "not_found",
      `Step ${input.step} of this run has no group "${input.key.slice(0, 80)}".`,
    );
  const completions = step.source.completions(step, input.key);
  const spread = describeRewards(completions);
  const namesOf = (of: (completion: (typeof completions)[number]) => object) => [
    ...new Set(completions.flatMap((completion) => Object.keys(of(completion)))),
  ];
  return {
    runId: input.runId,
    phase: step.phase,
    step: step.step,
    kind: step.kind,
    key: group.key,
    hash: group.hash,
    hasPrompt: group.opening !== "" || step.source.text(step, input.key, null) !== null,
    n: spread.n,
    mean: spread.mean,
    sd: spread.sd,
    parts: namesOf(({ rewards }) => rewards),
    columns: namesOf(({ extra }) => extra),
    completions: completions.map((one) => ({ ...one, surprise: surpriseOf(one, spread) })),
  };
}

/** The end of a page that does not part the two halves of a character. */
function wholeEnd(text: string, end: number): number {
  return end < text.length && /[\udc00-\udfff]/.test(text[end]) ? end + 1 : end;
}

/** One page of a text: pages are stretches of characters, counted over all of its turns. */
export function textPage({ turns, cutFrom }: SourceText, page: number): TextPage {
  const chars = turns.reduce((sum, { text }) => sum + text.length, 0);
  const pages = Math.max(1, Math.ceil(chars / ROLLOUT_LIMITS.page));
  const shown = Math.min(page, pages - 1);
  const from = shown * ROLLOUT_LIMITS.page;
  const to = from + ROLLOUT_LIMITS.page;
  let before = 0;
  const onPage = turns.flatMap(({ role, text, reward }, i) => {
    const start = wholeEnd(text, Math.max(0, from - before));
    const end = wholeEnd(text, Math.min(text.length, to - before));
    const isHere = before < to && (before + text.length > from || (text === "" && before >= from));
    before += text.length;
    if (!isHere) return [];
    const begins = start === 0;
    return [{ n: i + 1, role, text: text.slice(start, end), reward, begins, ends: end >= text.length }];
  });
  return { turns: onPage, page: shown, pages, chars, cutFrom };
}

/** A page of a completion's text, or of the prompt's; null where no text was sent. */
export function rolloutText(ctx: ServiceContext, input: RolloutTextInput): TextPage | null {
  const step = requireStep(ctx, input);
  const text = step.source.text(step, input.key, input.place);
  return text && textPage(text, input.page);
}

/** Every group of a run that was drawn for a prompt, in the order of steps, those that train first. */
export function promptVisits(ctx: ServiceContext, { runId, hash }: PromptVisitsInput): PromptVisit[] {
  const visits = new Map<string, PromptVisit>();
  for (const source of rolloutSources(ctx, runId))
    for (const { phase, step, key, rewards } of source.visits(hash)) {
      const place = `${phase} ${step} ${key}`;
      if (!visits.has(place))
        visits.set(place, { phase, step, key, rewards, mean: describeRewards(rewards).mean });
    }
  return [...visits.values()].toSorted(
    (a, b) => Number(a.phase === "eval") - Number(b.phase === "eval") || a.step - b.step,
  );
}

const OTHERS = 50;

/** Other runs that got the same prompt, those of the same experiment first. */
export function runsWithPrompt(ctx: ServiceContext, { runId, hash }: PromptVisitsInput): RunWithPrompt[] {
  return selectRunsWithPrompt(ctx.db, runId, hash, OTHERS);
}
