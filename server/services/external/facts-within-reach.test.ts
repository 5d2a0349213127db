import { expect, test } from "vitest";
import { factsWithinReach } from "./facts-within-reach.ts";
import { maskFacts } from "./masked-verbs.ts";

const characters = (table: Readonly<Record<string, unknown>>): number =>
  Object.entries(table).reduce((sum, [name, value]) => sum + name.length + String(value).length, 0);

test("what a training says of itself stays as it is", () => {
  const config = { lr: 1e-4, model: "Qwen/Qwen3-0.6B", seed: 3, prompt: "x".repeat(7000) };
  const facts = { name: "run", tags: ["a"], notes: "why", config, summary: { loss: 1 } };
  expect(factsWithinReach(facts)).toEqual(facts);
  expect(factsWithinReach(facts).config).toBe(config);
});

test("of a table with tens of thousands of names as many are looked at as are ever kept", () => {
  const environment = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, `key=${i}`]));
  const near = maskFacts({ environment }).environment;
  expect(Object.keys(near)).toHaveLength(2200);
  expect(near.k0).toBe("key=0");
});

test("texts of one table hold a million characters and little more, however they are divided", () => {
  for (const [count, length] of [
    [5000, 4000],
    [2, 2_000_000],
    [10_000, 900],
  ]) {
    const config = Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, "x".repeat(length)]));
    expect(characters(factsWithinReach({ config }).config)).toBeLessThan(2.3 * 1024 * 1024);
  }
});

test("a text that is shortened for want of room says so by its end", () => {
  const config = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`k${i}`, "x".repeat(4000)]));
  const last = factsWithinReach({ config }).config.k399;
  expect(last).toMatch(/^x{100}…$/);
});

test("notes, names and tags reach beyond what is kept, so that no secret is cut where it would be seen", () => {
  const secret = "hf_abcdefghijklmnopqrstuvwxyz012345";
  const notes = `${" ".repeat(19_990)}${secret} ${"x ".repeat(100_000)}`;
  const near = maskFacts({ notes, tags: Array.from({ length: 7000 }, (_, i) => `t${i}`) });
  expect(near.notes.slice(0, 20_000)).not.toContain("hf_abc");
  expect(near.notes.length).toBeLessThanOrEqual(40_000);
  expect(near.tags).toHaveLength(200);
});
