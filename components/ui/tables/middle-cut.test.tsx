import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MiddleCut } from "./middle-cut.tsx";

const parts = (name: string) =>
  renderToStaticMarkup(<MiddleCut>{name}</MiddleCut>)
    .split(/<[^>]*>/)
    .filter(Boolean);

test("a short name is one piece", () => {
  expect(parts("token_loss")).toEqual(["token_loss"]);
});

test("of a long name the end stays from where a word begins, and all of it is there", () => {
  expect(parts("reading-comprehension-long-s1")).toEqual(["reading-comprehension", "-long-s1"]);
  expect(parts("gradient alive with a long start")).toEqual(["gradient alive with a long", " start"]);
  expect(parts("withoutanywordthatbegins")).toEqual(["withoutanywordth", "atbegins"]);
});

test("a letter of two code units is never cut", () => {
  const [head, tail] = parts(`${"a".repeat(12)}${"😀".repeat(9)}`);
  expect([head, tail]).toEqual([`${"a".repeat(12)}😀`, "😀".repeat(8)]);
});
