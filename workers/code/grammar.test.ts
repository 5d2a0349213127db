import { Script } from "node:vm";
import { assert, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { stream } from "../math/rng.ts";
import { Draft } from "./draft.ts";
import { CHOICES, PRODUCTIONS, readDerivation, SYMBOLS, writeProgram } from "./grammar.ts";
import { CODE_ACTIONS, CODE_FEATURES, CodeExperience } from "./observe.ts";

test("every production has a name of its own, and every symbol one that ends", () => {
  expect(new Set(PRODUCTIONS.map(({ name }) => name)).size).toBe(PRODUCTIONS.length);
  PRODUCTIONS.forEach(({ id, text, holes }, k) => expect([id, text.length]).toEqual([k, holes.length + 1]));
  for (const symbol of SYMBOLS.filter((one) => !"PC".includes(one)))
    expect(
      CHOICES[symbol].some(({ holes }) => holes.length === 0),
      symbol,
    ).toBe(true);
  expect([CODE_ACTIONS % 4, CODE_FEATURES % 4]).toEqual([0, 0]);
});

test("a derivation that is written by hand becomes its program", () => {
  const ids = readDerivation("fold(no_text, list_a, add(x, p), p)");
  expect(ids).toHaveLength(7);
  expect(writeProgram(ids)).toBe(
    'function solve(a, b, c) {\n  let p = "";\n  for (const x of a) p = (x + p);\n  return p;\n}\n',
  );
});

test.each([
  ["fold(no_text)", "lacks an argument"],
  ["fold(list_a, list_a, x, p)", '"list_a" is no E'],
  ["nothing(x)", '"nothing" is no P'],
  ["expr(x) x", "more than one program"],
  ["expr(x, y)", "is not closed"],
])("%s is refused: %s", (written, why) => {
  expect(() => readDerivation(written)).toThrow(why);
});

/** A program at random, cut where it grows beyond so many productions. */
function randomDraft(seed: number, most: number): Draft {
  const rng = stream(seed);
  const draft = new Draft();
  while (draft.next && draft.derivation.length < most) {
    const choices = CHOICES[draft.next.symbol];
    draft.fill(choices[Math.floor(rng() * choices.length)].id);
  }
  return draft;
}

test("whatever is chosen, a whole draft is a program that a JavaScript engine can read", () => {
  let whole = 0;
  assert(
    property(integer({ min: 0, max: 1e9 }), (seed) => {
      const draft = randomDraft(seed, 200);
      if (draft.next) return;
      whole++;
      const program = writeProgram(draft.derivation);
      expect(() => new Script(program)).not.toThrow();
    }),
    { numRuns: 300 },
  );
  expect(whole).toBeGreaterThan(30);
});

test("a hole takes its own symbol only, and a whole program nothing", () => {
  const draft = new Draft();
  expect(() => draft.fill(CHOICES.E[0].id)).toThrow("does not fit P");
  for (const id of readDerivation("expr(zero)")) draft.fill(id);
  expect(draft.next).toBeUndefined();
  expect(() => draft.fill(CHOICES.E[0].id)).toThrow("does not fit a whole program");
});

test("what is seen tells two holes of one reference apart, and allows the hole's symbol alone", () => {
  const derivation = readDerivation(
    "map(if(divides(i,by_15),fizzbuzz,if(divides(i,by_3),fizz,if(divides(i,by_5),buzz,text(i)))))",
  );
  const experience = new CodeExperience(derivation.length);
  const draft = new Draft();
  for (const id of derivation) {
    const decision = experience.observe({ family: 0, difficulty: 3 }, draft, 0);
    const mask = experience.mask.subarray(decision * CODE_ACTIONS, (decision + 1) * CODE_ACTIONS);
    PRODUCTIONS.forEach((production) =>
      expect(mask[production.id]).toBe(Number(production.symbol === draft.next?.symbol)),
    );
    draft.fill(id);
  }
  const rows = derivation.map((_, k) =>
    experience.features.subarray(k * CODE_FEATURES, (k + 1) * CODE_FEATURES).join(),
  );
  expect(new Set(rows).size).toBe(derivation.length);
  expect(() => experience.observe({ family: 0, difficulty: 3 }, new Draft(), 0)).toThrow("room for 18");
});
