import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { covers, readGolden, shareOfWorlds, SIMULATION, simulationError } from "../testing.ts";
import { drawAudit } from "./draw-audit.ts";
import { acrossPeople, agreement, type MarkedStratum, verifierErrors } from "./verifier-errors.ts";

type Bounds = [value: number, low: number, high: number];
const SHARES = [
  "wrongOfAccepted",
  "rightOfRejected",
  "falsePositiveRate",
  "falseNegativeRate",
  "corrected",
] as const;
const golden = readGolden("audit.json") as {
  cases: ({ strata: [boolean, number, number, number][] } & Record<(typeof SHARES)[number], Bounds>)[];
};
const strataOf = (rows: readonly [boolean, number, number, number][]): MarkedStratum[] =>
  rows.map(([accepted, size, marked, right]) => ({ accepted, size, marked, right }));

test("an independent implementation finds the same shares and bounds", () => {
  for (const { strata, ...expected } of golden.cases) {
    const found = verifierErrors(strataOf(strata));
    for (const name of SHARES) {
      const share = found[name];
      if (share === null) throw new Error(`${name} is missing`);
      [share.value, share.low, share.high].forEach((number, i) =>
        expect(number).toBeCloseTo(expected[name][i], 10),
      );
    }
  }
});

test("the published correction of a partly verified test comes out (Begg & Greenes 1983: 83.6 and 73.8 %)", () => {
  const found = verifierErrors(
    strataOf([
      [true, 429, 263, 231],
      [false, 221, 81, 27],
    ]),
  );
  expect(1 - found.falseNegativeRate!.value).toBeCloseTo(0.8365, 4);
  expect(1 - found.falsePositiveRate!.value).toBeCloseTo(0.7384, 4);
});

/** Strata with 1 to 60 completions, some of them marked. */
const someStrata = fc.array(
  fc.record({ accepted: fc.boolean(), size: fc.integer({ min: 1, max: 60 }) }).chain(({ accepted, size }) =>
    fc.integer({ min: 0, max: size }).chain((marked) =>
      fc.record({
        accepted: fc.constant(accepted),
        size: fc.constant(size),
        marked: fc.constant(marked),
        right: fc.integer({ min: 0, max: marked }),
      }),
    ),
  ),
  { minLength: 1, maxLength: 8 },
);

test("every bound is a share, around its value, and never NaN", () => {
  fc.assert(
    fc.property(someStrata, (strata) => {
      const found = verifierErrors(strata);
      return SHARES.every((name) => {
        const share = found[name];
        if (share === null) return true;
        const { value, low, high } = share;
        return low >= 0 && low <= value + 1e-12 && value <= high + 1e-12 && high <= 1;
      });
    }),
  );
});

test("the corrected success is that of Rogan & Gladen with the two rates, wherever these tell anything", () => {
  fc.assert(
    fc.property(someStrata, (strata) => {
      const { measured, falsePositiveRate, falseNegativeRate, corrected } = verifierErrors(strata);
      if (!falsePositiveRate || !falseNegativeRate || !corrected) return true;
      const [sensitivity, specificity] = [1 - falseNegativeRate.value, 1 - falsePositiveRate.value];
      const youden = sensitivity + specificity - 1;
      if (Math.abs(youden) < 1e-6) return true;
      return Math.abs((measured + specificity - 1) / youden - corrected.value) < 1e-6;
    }),
  );
});

test("what was marked whole is known: no interval is left", () => {
  const found = verifierErrors(
    strataOf([
      [true, 6, 6, 5],
      [false, 4, 4, 1],
    ]),
  );
  expect(found.corrected).toEqual({ value: 0.6, low: 0.6, high: 0.6 });
});

test("where the verifier accepts everything, rates need what it never says, and success is still corrected", () => {
  const found = verifierErrors(strataOf([[true, 1000, 50, 40]]));
  expect(found).toMatchObject({ measured: 1, n: 50, rightOfRejected: null, falsePositiveRate: null });
  expect(found.corrected?.value).toBeCloseTo(0.8, 12);
  expect(found.corrected!.low).toBeLessThan(0.7);
});

test("without marks nothing is corrected, and with those of one side only neither", () => {
  const strata = strataOf([
    [true, 10, 0, 0],
    [false, 10, 0, 0],
  ]);
  expect(verifierErrors(strata)).toMatchObject({ n: 0, measured: 0.5, corrected: null });
  strata[0].marked = 3;
  expect(verifierErrors(strata)).toMatchObject({ n: 3, corrected: null, falseNegativeRate: null });
});

test("intervals of a stratified draw cover what is true of all completions", SIMULATION, () => {
  const truths = { corrected: 0, wrong: 0, rate: 0 };
  const worlds: [name: string, accepted: number, wrong: number, missed: number][] = [
    ["half accepted, 10 % wrong both ways", 0.5, 0.1, 0.1],
    ["one in six accepted, 20 % of them wrong", 1 / 6, 0.2, 0.03],
  ];
  for (const [name, share, wrong, missed] of worlds) {
    const hits = { ...truths };
    const worldsRun = shareOfWorlds(name, Math.round(share * 1000), (random) => {
      const all = Array.from({ length: 600 }, () => {
        const accepted = random.uniform() < share;
        const length = Math.floor(random.uniform() * 500);
        // Longer ones are misjudged more often.
        const error = (accepted ? wrong : missed) * (length / 250);
        return { reward: accepted ? 1 : 0, length, right: accepted !== random.uniform() < error };
      });
      const { strata } = drawAudit(all, {
        threshold: 0.5,
        size: 50,
        seed: Math.floor(random.uniform() * 1e9),
      });
      const found = verifierErrors(
        strata.map(({ accepted, size, drawn }) => ({
          accepted,
          size,
          marked: drawn.length,
          right: drawn.filter((i) => all[i].right).length,
        })),
      );
      const shareOf = (of: typeof all, is: (one: (typeof all)[number]) => boolean) =>
        of.filter(is).length / Math.max(1, of.length);
      const isRight = ({ right }: { right: boolean }) => right;
      const isAccepted = ({ reward }: { reward: number }) => reward === 1;
      if (covers(found.wrongOfAccepted!, 1 - shareOf(all.filter(isAccepted), isRight))) hits.wrong += 1;
      const truly = all.filter(isRight);
      if (covers(found.falseNegativeRate!, 1 - shareOf(truly, isAccepted))) hits.rate += 1;
      return covers(found.corrected!, shareOf(all, isRight));
    });
    const least = 0.95 - 0.015 - simulationError(0.95);
    expect(worldsRun).toBeGreaterThan(least);
    const worldsOf = Number(process.env.STATS_WORLDS ?? 300);
    expect(hits.wrong / worldsOf).toBeGreaterThan(least);
    expect(hits.rate / worldsOf).toBeGreaterThan(least);
  }
});

describe("agreement", () => {
  test("the kappa of a table in books comes out (20, 5, 10, 15: 0.4)", () => {
    const of = (n: number, pair: [boolean, boolean]) => Array.from({ length: n }, () => pair);
    const pairs = [
      ...of(20, [true, true]),
      ...of(5, [true, false]),
      ...of(10, [false, true]),
      ...of(15, [false, false]),
    ];
    expect(agreement(pairs)).toMatchObject({ n: 50, alike: 35 });
    expect(agreement(pairs).kappa).toBeCloseTo(0.4, 12);
  });

  test("there is none where both say the same of everything, or nothing is marked by both", () => {
    expect(agreement([]).kappa).toBeNull();
    expect(
      agreement([
        [true, true],
        [true, true],
      ]),
    ).toEqual({ n: 2, alike: 2, kappa: null });
  });

  test("two people who always disagree are at -1", () => {
    expect(
      agreement([
        [true, false],
        [false, true],
      ]).kappa,
    ).toBe(-1);
  });
});

test("what several people say is the mean of their values, as wide as all of them", () => {
  const [a, b] = [
    { value: 0.4, low: 0.3, high: 0.5 },
    { value: 0.6, low: 0.45, high: 0.7 },
  ];
  expect(acrossPeople([a, b])).toEqual({ value: 0.5, low: 0.3, high: 0.7 });
  expect(acrossPeople([])).toBeNull();
});
