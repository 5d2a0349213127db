import { selectRun } from "#db/queries/runs.ts";
import { z } from "zod";
import { idSchema } from "../../../contracts/ids.ts";
import type { RolloutAnswer, RolloutText } from "../../../contracts/reports/report-answer.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { groupName } from "../../../contracts/rollouts/group-name.ts";
import { ROLLOUT_LIMITS, ROLLOUT_PHASES } from "../../../contracts/rollouts/rollout-limits.ts";
import { visibleName, visibleText } from "../../../contracts/visible-name.ts";
import { ServiceError } from "../../../errors.ts";
import { writePlace } from "../../../wording/charts/axes.ts";
import { writeCount } from "../../../wording/counts.ts";
import { withSign, writeNumber } from "../../../wording/numbers.ts";
import { rolloutGroup, rolloutText } from "../../rollouts/group.ts";
import { digestOf } from "../answers/digest.ts";
import type { Answered, Reading } from "../answers/reading.ts";
import { h } from "../html/element.ts";
import { listKey } from "./query-keys.ts";
import type { ReportBlock } from "./report-block.ts";

const digits = (what: string) => z.string().regex(/^\d{1,15}$/, `${what} is a whole number.`);

/** Completions of one group as they were sent: prompt, turns, rewards. They are counted from 1. */
const RolloutQuery = z.strictObject({
  kind: z.literal("rollout"),
  run: idSchema("run"),
  phase: z.enum(ROLLOUT_PHASES, 'The key "phase" takes train or eval.').default("train"),
  step: digits("A step"),
  group: z
    .string()
    .min(1)
    .max(ROLLOUT_LIMITS.key + 20),
  completions: listKey(digits("A completion"), 8),
});

export type RolloutQuery = z.infer<typeof RolloutQuery>;

/** Answers completions of one group as they were sent, of each the first page. */
function answerRollout({ ctx, at }: Reading, query: RolloutQuery): Answered<RolloutAnswer> {
  const run = selectRun(ctx.db, query.run);
  if (!run) throw new ServiceError("not_found", `There is no run ${query.run}. It may have been deleted.`);
  const place = { runId: run.id, phase: query.phase, step: Number(query.step), key: query.group };
  const group = rolloutGroup(ctx, place);
  const read = (completion: number | null): RolloutText | null => {
    const page = rolloutText(ctx, { ...place, place: completion, page: 0 });
    return (
      page && {
        turns: page.turns.map(({ role, text, reward }) => ({ role, text, reward })),
        isCut: page.pages > 1,
      }
    );
  };
  const completions = query.completions.map((written): RolloutAnswer["completions"][number] => {
    const found = group.completions.find((one) => one.place === Number(written) - 1);
    if (!found)
      throw new ServiceError(
        "not_found",
        `The group "${query.group.slice(0, 80)}" has no completion ${written}; it has ${writeCount(group.n)}.`,
      );
    const { reward, advantage, truncated } = found;
    return {
      name: `Completion ${writeCount(found.place + 1)}`,
      reward,
      advantage,
      truncated: truncated ?? false,
      text: read(found.place),
    };
  });
  const { n, mean, sd } = group;
  const shown = { prompt: read(null), completions, group: { n, mean, sd } };
  const answer: RolloutAnswer = {
    kind: "rollout",
    subject: `${run.name}, step ${writePlace(group.step)}, group ${groupName(group)}`,
    definition: "completions of one prompt as the training sent them; of a long text its beginning",
    method: "read as stored; the group's standard deviation has ddof 1",
    runs: [{ id: run.id, name: run.name }],
    evaluations: [],
    source: "live",
    computedAt: at,
    step: group.step,
    ...shown,
  };
  return { answer, digest: digestOf({ ...place, ...shown }) };
}

const valueOf = (value: number | string | null): string => writeNumber(value === null ? null : Number(value));

/** "Completion 4: reward 0.290, advantage −0.380, truncated": the line above its text. */
function headOfCompletion(one: RolloutAnswer["completions"][number]): string {
  const parts = [`reward ${valueOf(one.reward)}`];
  if (one.advantage !== null) parts.push(`advantage ${withSign(valueOf(one.advantage))}`);
  if (one.truncated) parts.push("truncated");
  return `${one.name}: ${parts.join(", ")}`;
}

/** "runs-s0, step 340, group bakery-0412: G = 8, mean 0.530, sd 0.620". */
function groupOfRollout({ subject, group: { n, mean, sd } }: RolloutAnswer): string {
  const parts = [`G = ${writeCount(n)}`, `mean ${writeNumber(mean)}`];
  if (sd !== null) parts.push(`sd ${writeNumber(sd)}`);
  return `${subject}: ${parts.join(", ")}.`;
}

/** Turns with who speaks, hidden characters written out. */
function drawText({ turns, isCut }: RolloutText): ReportNode[] {
  return [
    ...turns.map(({ role, text, reward }) =>
      h(
        "div",
        { class: "r-turn" },
        h("b", {}, role === "" ? "no role" : visibleName(role)),
        reward === null ? "" : h("small", {}, ` reward ${valueOf(reward)}`),
        h("div", { class: "r-said" }, visibleText(text)),
      ),
    ),
    ...(isCut ? [h("p", { class: "r-note" }, "The text goes on.")] : []),
  ];
}

/** A prompt and completions of it, one below the other. */
export function drawRollout(answer: RolloutAnswer): ReportNode[] {
  return [
    h("p", { class: "r-note" }, groupOfRollout(answer)),
    ...(answer.prompt ? drawText(answer.prompt) : []),
    ...answer.completions.flatMap((one) => [
      h("p", { class: "r-completion" }, h("b", {}, headOfCompletion(one))),
      ...(one.text ? drawText(one.text) : [h("p", { class: "r-note" }, "No text was sent with it.")]),
    ]),
  ];
}

/** A fence that no line of the text ends. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** Completions as text: words of a model are no Markdown of ours, so they stand in fences. */
function completionsText(answer: RolloutAnswer): string {
  const turnsOf = ({ turns }: RolloutText) =>
    fenced(turns.map(({ role, text }) => `${role}: ${visibleText(text)}`).join("\n"));
  return [
    groupOfRollout(answer),
    ...(answer.prompt ? [turnsOf(answer.prompt)] : []),
    ...answer.completions.flatMap((one) => [headOfCompletion(one), ...(one.text ? [turnsOf(one.text)] : [])]),
  ].join("\n\n");
}

export const ROLLOUT: ReportBlock<RolloutQuery, RolloutAnswer> = {
  query: RolloutQuery,
  gives: "rollout",
  answer: answerRollout,
  draw: drawRollout,
  text: completionsText,
  counted: () => null,
};
