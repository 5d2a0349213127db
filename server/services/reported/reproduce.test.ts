import { expect, test } from "vitest";
import { makeWorld } from "../testing.ts";
import { addTables } from "./add.ts";
import { reportedBeside } from "./beside.ts";
import { addReference } from "./reference.ts";
import { reproduce } from "./reproduce.ts";

test("a reported row leads to the nearest recipe with its numbers, and what cannot be set is listed", () => {
  const { ctx } = makeWorld();
  const [{ id }] = addReference(ctx).filter(({ title }) => title === "Settings of the ablation");
  const { plan, result } = reproduce(ctx, { id, entry: "asym_clip" });
  expect(plan.recipe).toMatchObject({ slug: "grpo", preset: "coded_asym_clip" });
  expect(plan.same.map(({ field }) => field)).toEqual(
    expect.arrayContaining(["beta_kl", "temperature", "grad_clip", "reward_scale_positive"]),
  );
  expect(result).toBeNull();
});

test("numbers beyond the preset fill the form, and names that no recipe has lead to none", () => {
  const { ctx } = makeWorld();
  const text =
    "| run | KL weight | group size | batch size | RR@5 |\n|--|--|--|--|--|\n| GRPO | 0.07 | 16 | 4 | 81% |\n| gpt-9 | | | | 90% |";
  const [{ id }] = addTables(ctx, { text, document: "a paper" });
  const { plan } = reproduce(ctx, { id, entry: "GRPO" });
  expect(plan.set).toEqual({ beta_kl: "0.07", group_size: "16" });
  expect(plan.differs.map(({ name }) => name)).toEqual(["batch size"]);
  expect(reproduce(ctx, { id, entry: "gpt-9" }).plan.recipe).toBeNull();
  expect(() => reproduce(ctx, { id, entry: "other" })).toThrow("has no entry");
});

test("reported values are offered by table, and stand without a verdict where nothing was measured", () => {
  const { ctx } = makeWorld();
  const text = "| model | n | RR@5 |\n|--|--|--|\n| SFT | 200 | 83.0% |";
  const [{ id }] = addTables(ctx, { text, document: "a paper" });
  addTables(ctx, { text: "| part | memory |\n|--|--|\n| policy | 1 GB |", document: "a paper" });
  expect(reportedBeside(ctx, {})).toMatchObject({ tables: [{ id }], shown: null });
  expect(reportedBeside(ctx, { table: id }).shown?.entries).toMatchObject([
    { name: "SFT", values: [{ key: "rr@5", text: "83.0%", n: 200, reproduction: null }] },
  ]);
});
