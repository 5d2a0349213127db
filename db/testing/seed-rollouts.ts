import { createHash } from "node:crypto";
import { join } from "node:path";
import { openDb, type Db } from "../client.ts";
import { inTransaction } from "../connection.ts";
import { migrate } from "../migrate.ts";
import { keepGroups, type GroupToKeep, type TextToKeep } from "../rollouts/keep-groups.ts";
import { makeManyRuns } from "./many-runs.ts";

const GROUPS = 12;
const G = 6;
/** What must stay text wherever it is shown. */
const ODD = `<img src=x onerror="document.title='run'"> [here](https://example.com) \u202eback`;

const digest = (...parts: (string | number)[]) => createHash("sha256").update(parts.join("\n"));
const fraction = (...parts: (string | number)[]) =>
  digest(...parts)
    .digest()
    .readUInt32BE() /
  2 ** 32;

function textOf(turns: [role: string, text: string, reward: number | null][]): TextToKeep {
  return {
    text: turns.map(([, text]) => text).join("\n"),
    turns: turns.map(([role, text, reward]) => [role, Buffer.byteLength(text), reward]),
    cutFrom: null,
  };
}

/** A calculation in three turns, right or wrong, that everybody can read. */
function completionOf(run: number, step: number, group: number, place: number, steps: number) {
  const rolls = 120 + group * 20;
  const sold = (rolls * 3) / 5;
  const isRight = fraction(run, step, group, place) < 0.15 + (0.7 * step) / steps;
  const half = (isRight ? rolls - sold : sold) / 2;
  const truncated = !isRight && fraction("cut", run, step, group, place) < 0.2;
  const first = isRight
    ? `First I find how many rolls are sold by noon.`
    : `First I find how many rolls are remaining.`;
  const text = textOf([
    ["assistant", `${first} ${place === 5 ? ODD : ""}`, 0],
    ["tool", `calc(${rolls} * 3 / 5) = ${sold}`, null],
    [
      "assistant",
      truncated ? "So" : `Half is ${half}, so the afternoon brought in ${half * 0.4}.`,
      isRight ? 1.2 : 0.2,
    ],
  ]);
  const reward = isRight ? 1.2 : truncated ? -0.1 : 0.2;
  return {
    ...text,
    place,
    digest: digest(run, step, group, place).digest().subarray(0, 12),
    reward,
    marks: 0,
    rewards: JSON.stringify({ correct: isRight ? 1 : 0, format: truncated ? -0.1 : 0.2 }),
    advantage: (reward - 0.6) / 0.5,
    length: 40 + place,
    truncated: truncated ? (1 as const) : (0 as const),
    stopReason: null,
    epoch: step / 100,
    extra: JSON.stringify({ answer: String(half * 0.4) }),
  };
}

function groupOf(run: number, step: number, group: number, steps: number): GroupToKeep {
  const asked = `A bakery bakes ${120 + group * 20} rolls. By noon three fifths are sold. What did the rest bring in?`;
  return {
    phase: "train",
    step,
    policies: null,
    key: `bakery-${group}`,
    prompt: {
      ...textOf([
        ["system", "Answer with one number.", null],
        ["user", asked, null],
      ]),
      hash: digest(asked).digest("hex").slice(0, 24),
      opening: asked,
    },
    completions: Array.from({ length: G }, (_, place) => completionOf(run, step, group, place, steps)),
  };
}

/** Gives the first two runs that have an attempt groups with texts at every fourth step. */
function seedRollouts(db: Db, steps: number): void {
  const attempts = db.$client
    .prepare("select id as attemptId, run_id as runId from attempts order by run_id limit 2")
    .all() as { attemptId: string; runId: string }[];
  for (const [run, of] of attempts.entries())
    for (let step = 0; step <= steps; step += 4)
      inTransaction(db, () =>
        keepGroups(
          db,
          of,
          Array.from({ length: GROUPS }, (_, group) => groupOf(run, step, group, steps)),
        ),
      );
}

/**
 * `node db/testing/seed-rollouts.ts <data directory> <steps>` puts runs with groups and texts into the database of a data
 * directory whose server is not running.
 */
const [home, steps] = process.argv.slice(2);
if (!home || !(Number(steps) >= 0))
  throw new Error("Say where and how much: node db/testing/seed-rollouts.ts <data directory> <steps>");
const opened = openDb(join(home, "ablab.db"));
migrate(opened, { now: Date.now(), backupDir: null });
makeManyRuns(opened, { runs: 6, metrics: 0, seed: 1 });
seedRollouts(opened, Number(steps));
opened.$client.close();
