import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listFolderRecipes } from "../services/recipes/agree.ts";
import { getRun } from "../services/runs/get.ts";
import { launchRuns } from "../services/runs/launch.ts";
import { freshKey } from "../services/testing.ts";
import { type ScriptBench, startScriptBench } from "./testing/script-bench.ts";

const RECIPE = {
  slug: "short",
  title: "Short",
  version: "1.0.0",
  command: ["sh", "train.sh"],
  fields: [],
};
/** Fails at once where it is asked for the commit, and takes its time over everything else. */
const SLOW_GIT = `#!/bin/sh
case "$*" in *rev-parse*) exit 128 ;; *diff*) exec sleep 3 ;; esac
`;

let bench: ScriptBench;

beforeAll(async () => {
  let programs = "";
  bench = await startScriptBench({
    recipes(home) {
      programs = join(home, "programs");
      const folder = join(home, "scripts", "short");
      mkdirSync(programs);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(programs, "git"), SLOW_GIT);
      chmodSync(join(programs, "git"), 0o755);
      writeFileSync(join(folder, "ablab.recipe.json"), JSON.stringify(RECIPE));
      writeFileSync(join(folder, "train.sh"), "exit 0\n");
      return join(home, "scripts");
    },
    env: {
      get PATH() {
        return `${programs}:${process.env.PATH}`;
      },
    },
  });
  await vi.waitFor(() => expect(listFolderRecipes(bench.world.ctx).recipes).toHaveLength(1), {
    timeout: 300_000,
  });
});

afterAll(() => bench.close());

test("a program that was asked about a script and still runs is not taken for its training", async () => {
  const { ctx } = bench.world;
  const { runs } = launchRuns(ctx, {
    launchKey: freshKey(),
    recipe: "short",
    matrix: { presets: ["default"], edits: {}, factors: [], seeds: [0] },
    experiment: { title: "Does it start?" },
  });
  const { id } = runs[0];
  const isEnded = () =>
    expect(getRun(ctx, id).row.state).toEqual(expect.stringMatching(/^(finished|failed|killed|crashed)$/));
  await vi.waitFor(isEnded, { timeout: 300_000 });
  const { row, attempts } = getRun(ctx, id);
  expect([row.state, attempts.map(({ exit }) => exit?.code)]).toEqual(["finished", [0]]);
});
