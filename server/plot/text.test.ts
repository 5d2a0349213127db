import { expect, test } from "vitest";
import { shortenText, textWidth, shortenApart, wrapText, tellApart } from "./text.ts";

test("narrow letters take less room than wide ones", () => {
  expect(textWidth("illi", 11)).toBeLessThan(textWidth("mmmm", 11) / 3);
  expect(textWidth("", 11)).toBe(0);
});

test("a text that fits stays, a longer one loses its middle", () => {
  expect(shortenText("grpo", 11, 80)).toBe("grpo");
  const short = shortenText("strict_reward_no_innocent_row-s3", 11, 80);
  expect(short).toMatch(/^strict.*…/);
  expect(short).toMatch(/s3$/);
  expect(textWidth(short, 11)).toBeLessThanOrEqual(80);
});

test("without any room a few letters remain", () => {
  expect(shortenText("strict_reward", 11, 1)).toBe("st…d");
});

test("texts with room stay whole, and different ones are cut in the middle", () => {
  expect(shortenApart(["a-s0", "a-s1"], 11, 90)).toEqual(["a-s0", "a-s1"]);
  const [cut] = shortenApart(["a_rather_long_variant_name-s1", "b"], 11, 90);
  expect(cut).toMatch(/^a_rat.*s1$/);
});

test("two that would read the same are cut to where they differ", () => {
  const texts = ["baseline-s0, a long name of it", "baseline-s1, a long name of it"];
  const cut = shortenApart(texts, 11, 90);
  expect(new Set(cut).size).toBe(2);
  expect(cut[0]).toContain("s0");
  expect(cut[1]).toContain("s1");
  for (const text of cut) expect(textWidth(text, 11)).toBeLessThanOrEqual(90);
});

test("a text is broken at spaces into lines that fit, and loses no word", () => {
  const text = "Outliers clipped: at least 1 point above 1.50. 21 points are NaN, +Inf or -Inf.";
  const lines = wrapText(text, 11, 180);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(textWidth(line, 11)).toBeLessThanOrEqual(180);
  expect(lines.join(" ")).toBe(text);
});

test("a word wider than the line is cut in its middle, and no text is no line", () => {
  const [line, ...others] = wrapText("a".repeat(200), 11, 120);
  expect(others).toEqual([]);
  expect(line).toContain("…");
  expect(textWidth(line, 11)).toBeLessThanOrEqual(120);
  expect(wrapText("  ", 11, 120)).toEqual([]);
});

const run = (name: string, seed: number, id: string) => ({ name, marks: [`seed ${seed}`, id] });

test("a name that only one has stays as it is", () => {
  expect(tellApart([run("a", 0, "x"), run("b", 0, "y")])).toEqual(["a", "b"]);
});

test("those of one name are told apart by the first mark that differs", () => {
  expect(tellApart([run("a", 0, "x"), run("a", 1, "y"), run("b", 0, "z")])).toEqual([
    "a, seed 0",
    "a, seed 1",
    "b",
  ]);
});

test("a mark that two of them share tells nobody apart: the next one does", () => {
  expect(tellApart([run("a", 0, "x"), run("a", 0, "y"), run("a", 1, "z")])).toEqual(["a, x", "a, y", "a, z"]);
});

test("a name that another was given on purpose stays no name for two", () => {
  const names = tellApart([run("a", 0, "x"), run("a", 1, "y"), run("a, seed 0", 5, "z")]);
  expect(names).toEqual(["a, seed 0, x", "a, seed 1", "a, seed 0, z"]);
});
