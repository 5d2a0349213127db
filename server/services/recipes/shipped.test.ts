import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contentLines } from "../../../workers/protocol/recipes/content-hash.ts";
import { versionWithHash } from "../../../workers/protocol/recipes/script-version.ts";
import { readScript } from "../../../workers/scripts/read-folder.ts";
import { SHIPPED_FOLDERS } from "../../../workers/scripts/shipped.ts";
import { sha256 } from "../hashing.ts";
import { freshKey, joinWorker, makeWorld } from "../testing.ts";
import { listFolderRecipes } from "./agree.ts";
import { launchableRecipes } from "./book.ts";
import { launchPipeline } from "../runs/launch-pipeline.ts";
import { planPipeline } from "../runs/plan-pipeline.ts";

const { file, files, folder } = readScript(join(SHIPPED_FOLDERS, "sft"));

/** The recipe as it is offered, with one of its files changed. */
function offered(change: Record<string, string> = {}) {
  const held = { ...files, ...change };
  const version = versionWithHash(file.version, sha256(contentLines(held)));
  return { slug: file.slug, version, script: { file, folder, files: held } };
}
const another = offered({ "train.py": sha256("another") });

test("what comes with this version is agreed to after an update, and everything else still asks", () => {
  const world = makeWorld();
  const agreement = () => listFolderRecipes(world.ctx).recipes[0].approvedBy;
  const launched = () => launchableRecipes(world.ctx.db).find(({ slug }) => slug === file.slug)?.version;
  joinWorker(world, { recipes: [another] });
  expect(agreement()).toBe("whoever started worker box");
  world.clock.now += 1;
  joinWorker(world, { recipes: [offered()] });
  expect([agreement(), launched()]).toEqual([
    "this version of Ablab, which it comes with",
    offered().version,
  ]);
  world.clock.now += 1;
  joinWorker(world, { recipes: [offered({ "../parts/judge.py": sha256("edited") })] });
  expect([agreement(), launched()]).toEqual([null, offered().version]);
});

test("another recipe that takes the name of one that ships is not agreed to by that", () => {
  const world = makeWorld();
  joinWorker(world, { recipes: [offered()] });
  world.clock.now += 1;
  joinWorker(world, { recipes: [another] });
  expect(listFolderRecipes(world.ctx).recipes[0]).toMatchObject({
    approvedAt: null,
    changed: [{ path: "train.py", how: "changed" }],
  });
});

test.each([false, true])(
  "a chain of scripts is offered where a worker has them all, and can be launched as planned, smoke: %s",
  (smoke) => {
    const world = makeWorld();
    const names = () => planPipeline(world.ctx, { chain: "self-play" }).chains.map(({ id }) => id);
    expect(names()).not.toContain("trl");
    expect(() => planPipeline(world.ctx, { chain: "trl" })).toThrow('There is no recipe "trl-sft"');
    const recipes = readdirSync(SHIPPED_FOLDERS)
      .filter((name) => name !== "parts")
      .map((name) => readScript(join(SHIPPED_FOLDERS, name)))
      .map(({ manifest: { slug, version }, ...script }) => ({
        slug,
        version,
        script: { file: script.file, folder: script.folder, files: script.files },
      }));
    joinWorker(world, { recipes });
    expect(names()).toContain("trl");
    const plan = planPipeline(world.ctx, { chain: "trl", smoke });
    expect(plan.issues).toEqual([]);
    const { runs } = launchPipeline(world.ctx, {
      launchKey: freshKey(),
      experiment: { title: plan.title },
      stages: plan.launch,
      baseline: plan.baseline,
    });
    expect(runs).toHaveLength(plan.runs);
  },
);
