import { expect, test } from "vitest";
import { FULL_BLOCK } from "#db/rollouts/pack-texts.ts";
import { watchStatements } from "#db/testing.ts";
import { searchTexts } from "#db/rollouts/search-texts.ts";
import { ROLLOUT_LIMITS } from "../../contracts/rollouts/rollout-limits.ts";
import { deleteRun } from "../runs/delete.ts";
import { stopRun } from "../runs/stop.ts";
import { searchRollouts } from "./search.ts";
import { rolloutText } from "./group.ts";
import { resumed, rollout, rolloutWorld } from "./testing.ts";

type World = ReturnType<typeof rolloutWorld>;

const search = (
  { ctx, runId }: World,
  text: string,
  step: number | null = null,
  cursor: number | null = null,
) => searchRollouts(ctx, { runId, text, of: step === null ? null : { phase: "train", step }, cursor });

test("finds a text whatever its case, the newest first, with what stands around it", async () => {
  const world = rolloutWorld();
  world.keep(
    rollout({ says: "Half of the Remaining rolls are sold." }),
    rollout({ place: 1, says: "None are left." }),
  );
  world.keep(rollout({ step: 2, says: "REMAINING: 96" }));
  const { found, next } = await search(world, "remaining");
  expect(found.map(({ step, place, before, hit, after }) => [step, place, before, hit, after])).toEqual([
    [2, 0, "", "REMAINING", ": 96"],
    [1, 0, "Half of the ", "Remaining", " rolls are sold."],
  ]);
  expect(next).toBeNull();
});

test("finds one or two characters, signs, and letters beyond ASCII", async () => {
  const world = rolloutWorld();
  world.keep(rollout({ says: "\\boxed{x} <b>ЁЖ</b> 😀" }));
  for (const text of ["x", "x}", "\\boxed{", "<B>", "ёж", "😀"])
    expect((await search(world, text)).found, text).toHaveLength(1);
  for (const text of ["y", "boxed(", "%", "_", "x y"])
    expect((await search(world, text)).found, text).toEqual([]);
});

test("finds prompts, and names the newest group that was drawn for one", async () => {
  const world = rolloutWorld();
  world.keep(rollout({ asks: "A bakery bakes 240 rolls." }));
  world.keep(rollout({ step: 7, asks: "A bakery bakes 240 rolls." }));
  const { found } = await search(world, "bakery");
  expect(found).toMatchObject([{ step: 7, key: "six-seven", place: null, hit: "bakery" }]);
});

test("names the page of a hit by the characters of turns, which have no breaks between them", async () => {
  const world = rolloutWorld();
  const filler = "f".repeat(ROLLOUT_LIMITS.page - 1);
  const completion = [filler, "needle"].map((text) => ({ role: "assistant", text }));
  world.keep(rollout({ completion }));
  const [hit] = (await search(world, "needle")).found;
  expect(hit.page).toBe(0);
  const of = { runId: world.runId, phase: "train" as const, step: 1, key: hit.key, place: 0, page: hit.page };
  expect(rolloutText(world.ctx, of)?.turns.at(-1)?.text).toBe("n");
});

test("does not find what an earlier attempt sent at a step that a later one was at again", async () => {
  const world = rolloutWorld();
  world.keep(rollout({ says: "a needle" }), rollout({ step: 2, says: "a needle" }));
  const later = resumed(world);
  later.keep(rollout({ step: 2, says: "another needle" }));
  const { found } = await search(world, "needle");
  expect(found.map(({ step, before }) => [step, before])).toEqual([
    [2, "another "],
    [1, "a "],
  ]);
});

test("asked of one step, counts every completion of it and none of another", async () => {
  const world = rolloutWorld();
  for (const step of [1, 2])
    world.keep(...Array.from({ length: 60 }, (_, place) => rollout({ step, place, says: `the ${place}` })));
  expect((await search(world, "the", 2)).found).toHaveLength(60);
  expect((await search(world, "the", 9)).found).toEqual([]);
});

test("goes on where the last answer ended, and finds each text once", async () => {
  const world = rolloutWorld();
  const filler = "Some words that fill a block. ".repeat(FULL_BLOCK / 60);
  for (let step = 0; step < 130; step++) world.keep(rollout({ step, says: `${filler} needle ${step}` }));
  const steps: number[] = [];
  let cursor: number | null = null;
  let answers = 0;
  do {
    const { found, next } = await search(world, "needle", null, cursor);
    steps.push(...found.map(({ step }) => step));
    cursor = next;
    answers += 1;
  } while (cursor !== null);
  expect(answers).toBeGreaterThan(1);
  expect(steps.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 130 }, (_, i) => i));
});

test("unpacks only blocks that may hold what is looked for", () => {
  const world = rolloutWorld();
  for (let step = 0; step < 12; step++)
    world.keep(
      rollout({ step, says: `${`word${step} `.repeat(FULL_BLOCK / 5)} ${step === 5 ? "zebracorn" : ""}` }),
    );
  const unpacked = (text: string) => {
    const options = { runId: world.runId, text, of: null, before: null, most: 50, blocks: 50 };
    const { statements } = watchStatements(world.db, () => [...searchTexts(world.db, options)]);
    return statements.filter((sql) => sql.startsWith("select data")).length;
  };
  expect(unpacked("zebracorn")).toBe(1);
  expect(unpacked("word")).toBe(12);
  expect(unpacked("nowhere at all")).toBe(0);
});

test("does not find what was replaced, nor anything of a run that was deleted", async () => {
  const world = rolloutWorld();
  world.keep(rollout({ says: "the old words" }), rollout({ place: 1 }));
  world.keep(rollout({ says: "other" }));
  expect((await search(world, "old words")).found).toEqual([]);
  stopRun(world.ctx, world.runId);
  world.attempt.finish();
  deleteRun(world.ctx, world.runId);
  for (const table of ["groups", "completions", "prompts", "blocks", "sieves"])
    expect(world.db.$client.prepare(`select count(*) from rollout_${table}`).pluck().get(), table).toBe(0);
});

test("an answer gives way: nobody else waits for a long one", () => {
  const world = rolloutWorld();
  for (let step = 0; step < 4; step++) world.keep(rollout({ step, says: "abc ".repeat(FULL_BLOCK / 4) }));
  const work = searchTexts(world.db, {
    runId: world.runId,
    text: "zzz",
    of: null,
    before: null,
    most: 50,
    blocks: 50,
  });
  expect(work.next()).toEqual({ done: true, value: { found: [], next: null } });
  const longer = searchTexts(world.db, {
    runId: world.runId,
    text: "bc a",
    of: null,
    before: null,
    most: 50,
    blocks: 50,
  });
  expect(longer.next().done).toBe(false);
});
