import { doAtOnce } from "../../series/sliced.ts";
import { expect, test } from "vitest";
import type { RolloutAnswer } from "../../../contracts/reports/report-answer.ts";
import { rollout, rolloutWorld } from "../../rollouts/testing.ts";
import { drawRollout } from "./rollout.ts";
import { printTree } from "../html/print-tree.ts";
import { readQuery } from "../query/read-query.ts";
import { startReading } from "../answers/reading.ts";
import { resolveQuery } from "../answers/resolve.ts";

const EVIL = "<script>alert(1)</script> [link](https://evil.example) \u202e";

function asked() {
  const world = rolloutWorld();
  world.keep(
    rollout({ says: EVIL, reward: 0.25, advantage: -0.5, truncated: true }),
    rollout({ place: 1, says: "It is 42." }),
  );
  const ask = (completions: string) => {
    const read = readQuery(
      "rollout",
      `run: ${world.runId}\nstep: 1\ngroup: "six-seven"\ncompletions: ${completions}`,
    );
    if (!read.ok) throw new Error(read.message);
    return doAtOnce(resolveQuery(startReading(world.ctx), read.query));
  };
  return { ...world, ask };
}

test("completions stand in a report with prompt, turns and rewards, counted from 1", () => {
  const { ask } = asked();
  const answer = ask("2, 1").answer as RolloutAnswer;
  expect(answer.completions.map(({ name, reward, truncated }) => [name, reward, truncated])).toEqual([
    ["Completion 2", 1, false],
    ["Completion 1", 0.25, true],
  ]);
  expect(answer.prompt?.turns[0].text).toBe("What is 6 times 7?");
  expect(answer.group).toMatchObject({ n: 2, mean: 0.625 });
});

test("what a model wrote is text on a report: no element, no link, and what is hidden is written out", () => {
  const { ask } = asked();
  const html = printTree(drawRollout(ask("1").answer as RolloutAnswer));
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt; [link](https://evil.example)");
  expect(html).toContain("\\u{202e}");
  expect(html).not.toContain("<script");
  expect(html).not.toContain("<a ");
});

test("its digest changes with a shown text, and not with another group", () => {
  const { ask, keep } = asked();
  const before = ask("1").digest;
  keep(rollout({ group: "other", says: "else" }));
  expect(ask("1").digest).toBe(before);
  keep(rollout({ says: "It was 41.", reward: 0.25, advantage: -0.5, truncated: true }));
  expect(ask("1").digest).not.toBe(before);
});

test("a completion that is not there, and a run that is gone, are said", () => {
  const { ask } = asked();
  expect(ask("7").answer).toMatchObject({
    kind: "error",
    message: 'The group "six-seven" has no completion 7; it has 2.',
  });
});
