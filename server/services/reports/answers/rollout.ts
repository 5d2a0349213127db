import { selectRun } from "#db/queries/runs.ts";
import type { RolloutAnswer, RolloutText } from "../../../contracts/reports/report-answer.ts";
import type { RolloutQuery } from "../../../contracts/reports/report-query.ts";
import { ServiceError } from "../../../errors.ts";
import { groupName } from "../../../contracts/rollouts/group-name.ts";
import { writePlace } from "../../../wording/charts/axes.ts";
import { writeCount } from "../../../wording/counts.ts";
import { rolloutGroup, rolloutText } from "../../rollouts/group.ts";
import type { Answered, Reading } from "./reading.ts";
import { digestOf } from "./digest.ts";

/** Answers completions of one group as they were sent, of each the first page. */
export function answerRollout({ ctx, at }: Reading, query: RolloutQuery): Answered {
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
