import { excludesZero, isSignificant } from "../../numbers/excludes-zero.ts";
import { writeShare } from "../../wording/quantities.ts";
import { asPlainText } from "../../wording/typography.ts";
import { type ClaimRow, claims } from "../claims/claims.ts";
import { mcnemar } from "../problems/mcnemar.ts";
import { meanFromMoments, moments } from "../moments.ts";
import { meanInterval } from "../mean-interval.ts";
import { covers, draws, type Draws } from "../testing.ts";
import { wilson } from "../problems/wilson.ts";

/** A figure of the simulation beside what it should be. */
export interface SimulatedRate {
  name: string;
  /** Share of worlds, 0 to 1. */
  rate: number;
  /** The rate that is stated. */
  stated: number;
  /** Two standard errors of the simulated share around the stated rate. */
  low: number;
  high: number;
  /** Lies inside, or on the safe side of it where only one side is a fault. */
  holds: boolean;
}

const CELLS = 5;
const SEEDS = 3;
const PROBLEMS = 300;

/** Five configurations that are one: every seed shares its luck, cells add their own. */
function nullTable(random: Draws, sharedSd: number): Map<string, Map<number, number>> {
  const luck = Array.from({ length: SEEDS }, () => sharedSd * random.normal());
  return new Map(
    Array.from({ length: CELLS }, (_, cell) => [
      `cell ${cell}`,
      new Map(luck.map((shared, seed) => [seed, 0.6 + 0.03 * (shared + random.normal())])),
    ]),
  );
}

/** Whether any row of such a table has this. */
const anyRow = (random: Draws, sharedSd: number, has: (row: ClaimRow) => boolean) =>
  claims({ cells: nullTable(random, sharedSd), baseline: "cell 0" }).rows.some(has);

const pooledSeparates = ({ pooled }: ClaimRow) => excludesZero(pooled);

/** Two policies that each solve a problem with its own rate, equal for both. */
function nullPair(random: Draws): { onlyA: number; onlyB: number; differences: number[] } {
  let [onlyA, onlyB] = [0, 0];
  const differences: number[] = [];
  for (let i = 0; i < PROBLEMS; i++) {
    const rate = random.uniform() < 0.6 ? 0.95 : 0.4;
    const [a, b] = [random.uniform() < rate, random.uniform() < rate];
    if (a && !b) onlyA++;
    if (b && !a) onlyB++;
    differences.push(random.binomial(6, rate) - random.binomial(6, rate));
  }
  return { onlyA, onlyB, differences };
}

const pairedSteps = (differences: number[]) =>
  meanFromMoments(
    moments({
      n: differences.length,
      sum: differences.reduce((a, b) => a + b, 0),
      squares: differences.reduce((a, b) => a + b * b, 0),
      min: Math.min(...differences),
      max: Math.max(...differences),
    }),
  );

type World = [name: string, stated: number, fault: "above" | "both", holds: (random: Draws) => boolean];

const WORLDS: World[] = [
  [
    `ablation table, ${CELLS} cells x ${SEEDS} seeds: claims anything`,
    0.05,
    "above",
    (random) => anyRow(random, 0, ({ verdict }) => verdict === "significant"),
  ],
  [
    `the same, seeds share five times the spread: the pooled answer separates anything`,
    0.05,
    "above",
    (random) => anyRow(random, 5, pooledSeparates),
  ],
  [
    `t interval over ${SEEDS} seeds: covers the mean`,
    0.95,
    "both",
    (random) => covers(meanInterval(Array.from({ length: SEEDS }, random.normal)), 0),
  ],
  [
    `Wilson over ${PROBLEMS} problems: covers the share`,
    0.95,
    "both",
    (random) => covers(wilson(random.binomial(PROBLEMS, 0.8), PROBLEMS), 0.8),
  ],
  [
    `two evaluations of ${PROBLEMS} problems: Tango's interval covers no difference`,
    0.95,
    "both",
    (random) => {
      const { onlyA, onlyB } = nullPair(random);
      return covers(mcnemar(onlyA, onlyB, PROBLEMS), 0);
    },
  ],
  [
    "the same: exact McNemar p below 0.05",
    0.05,
    "above",
    (random) => {
      const { onlyA, onlyB } = nullPair(random);
      return isSignificant(mcnemar(onlyA, onlyB, PROBLEMS).p ?? 1);
    },
  ],
  [
    "the same: paired t interval of mean steps covers no difference",
    0.95,
    "both",
    (random) => covers(pairedSteps(nullPair(random).differences), 0),
  ],
];

/**
 * Plays `worlds` experiments in which nothing differs and counts what the statistics claim, and how often their intervals hold
 * the truth. Deterministic in `seed`.
 */
export function simulateNull(worlds: number, seed: number): SimulatedRate[] {
  return WORLDS.map(([name, stated, fault, holds], place) => {
    const random = draws(seed + place);
    let count = 0;
    for (let world = 0; world < worlds; world++) if (holds(random)) count++;
    const rate = count / worlds;
    const room = 2 * Math.sqrt((stated * (1 - stated)) / worlds);
    const [low, high] = [stated - room, stated + room];
    return { name, rate, stated, low, high, holds: rate <= high && (fault === "above" || rate >= low) };
  });
}

if (import.meta.main) {
  const worlds = Number(process.argv[2] ?? 200);
  const rates = simulateNull(worlds, Number(process.argv[3] ?? 1));
  console.log(`${worlds} worlds in which nothing differs\n`);
  for (const { name, rate, stated, low, high, holds } of rates)
    console.log(
      asPlainText(
        `${holds ? "  ok" : "MISS"}  ${writeShare(rate).padStart(7)}  stated ${writeShare(stated)} (${writeShare(low)} to ${writeShare(high)})  ${name}`,
      ),
    );
  process.exitCode = rates.every((r) => r.holds) ? 0 : 1;
}
