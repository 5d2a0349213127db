import { expect, test } from "vitest";
import { RunTableInput } from "../../../contracts/run-table.ts";
import { keep } from "../../annotations/annotate.ts";
import { annotationsOf } from "../../annotations/read.ts";
import { runTable } from "../../run-table/table.ts";
import { externalWorld } from "../testing.ts";

function tagged(tags: string[] = ["paper", "model: qwen 3"], notes: string | null = "first") {
  const { world, verbs, open } = externalWorld();
  const { runId } = open({ tags, notes });
  const kept = () => annotationsOf(world.ctx, [runId])[runId];
  const back = () => verbs.read(runId)?.facts;
  const say = (facts: { tags?: string[]; notes?: string }) => verbs.describe(runId, facts);
  const person = (change: object) => keep(world.ctx, { changes: [{ id: runId, ...change }] });
  return { world, open, runId, kept, back, say, person };
}

test("tags and notes of a client are the run's: a filter finds it by them, and its row has them", async () => {
  const { world, kept, runId } = tagged();
  expect(kept()).toMatchObject({ tags: ["paper", "model:qwen-3"], notes: "first" });
  const { entries } = await runTable(world.ctx, RunTableInput.parse({ search: "model:qwen-3" }));
  expect(entries.map((entry) => entry.kind === "run" && [entry.run.id, entry.run.kept.tags])).toEqual([
    [runId, ["paper", "model:qwen-3"]],
  ]);
});

test("what people change stays where the client says the same again, and it reads back what is the case", () => {
  const { open, kept, back, person, say } = tagged();
  expect(back()).toMatchObject({ tags: ["paper", "model: qwen 3"], notes: "first" });
  person({ addTags: ["mine"], removeTags: ["paper"], notes: "second" });
  open({ tags: ["paper", "model: qwen 3"], notes: "first" });
  expect(kept()).toMatchObject({ tags: ["model:qwen-3", "mine"], notes: "second" });
  expect(back()).toMatchObject({ tags: ["model: qwen 3", "mine"], notes: "second" });
  say({ tags: ["later", "model: qwen 3"], notes: "third" });
  expect(kept()).toMatchObject({ tags: ["model:qwen-3", "mine", "later"], notes: "second" });
});

test("a tag that the client takes away goes, and its newer notes replace its own", () => {
  const { kept, say, person } = tagged();
  person({ addTags: ["mine"] });
  say({ tags: ["paper"], notes: "newer" });
  expect(kept()).toMatchObject({ tags: ["paper", "mine"], notes: "newer" });
});

test("a secret in a tag or a note is none of the run's", () => {
  const { kept } = tagged([`hf_${"A1b2C3d4".repeat(4)}xy`], `key abl_in_${"A1b2C3d4".repeat(4)}x`);
  expect(JSON.stringify(kept())).not.toContain("A1b2C3d4");
});

test("a tag of several lines is one tag of the run, and is read back with its lines", () => {
  const { kept, back, say } = tagged(["model: qwen"]);
  say({ tags: ["model: qwen", "why: a\nb", "odd: a\u202eb"] });
  expect(kept().tags).toEqual(["model:qwen", "why:a-b", "odd:a\\u{202e}b"]);
  expect(back()?.tags.slice(0, 2)).toEqual(["model: qwen", "why: a\nb"]);
  expect(back()?.tags).toHaveLength(3);
});
