import { stream } from "../../workers/math/rng.ts";

/** A point with its number in a source. */
export interface PlannedPoint {
  metric: string;
  axis: string;
  x: number;
  value: number;
  at: number;
}

/** All that one source will ever send, by number: the same for the same seed, however it is cut into bodies. */
export interface SourcePlan {
  name: string;
  /** The point with this number, from 1. */
  point(seq: number): PlannedPoint;
}

const START = 1_766_000_000_000;
const LONGEST_RUN = 40;

/** Any of the 2^64 bit patterns that is not a NaN with a payload; small, huge, infinite and negative zero among them. */
function anyFloat(random: () => number): number {
  const choice = random();
  if (choice < 0.05) return Number.NaN;
  if (choice < 0.1) return choice < 0.075 ? Infinity : -Infinity;
  if (choice < 0.13) return -0;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setUint32(0, random() * 2 ** 32);
  bits.setUint32(4, random() * 2 ** 32);
  const float = bits.getFloat64(0);
  return Number.isNaN(float) ? Number.NaN : float;
}

interface Kind {
  metric: string;
  axis: string;
  x(k: number, random: () => number): number;
  value(k: number, random: () => number): number;
}

const noisy = (k: number, random: () => number) => Math.fround(Math.sin(k / 100) + random() * 0.1);
const whole = (random: () => number, below: number) => Math.floor(random() * below);

/** What trainings send, and what a store finds hard: doubled, late, huge, fractional and negative x, values of any bits. */
const KINDS: readonly Kind[] = [
  { metric: "train/loss", axis: "step", x: (k) => k, value: noisy },
  { metric: "eval/score", axis: "tokens", x: (_, random) => whole(random, 500), value: noisy },
  { metric: "späte/Werte", axis: "step", x: (k, random) => k / 4 - whole(random, 300), value: noisy },
  { metric: "grad/any", axis: "step", x: (k) => 2 ** 53 - 2 * k, value: (_, random) => anyFloat(random) },
  { metric: "perf/constant", axis: "epoch", x: (k) => -1000 + k / 8, value: () => 42 },
];

/** A plan whose series no other source writes to, since between sources the order of commits decides. */
export function planSource(seed: number, attempt: number, source: number): SourcePlan {
  const name = `source-${source}`;
  const random = stream(seed, attempt, source);
  const counts = KINDS.map(() => 0);
  const kinds: number[] = [];
  const numbers: number[] = [];
  let [kind, left] = [0, 0];

  function growTo(seq: number): void {
    while (kinds.length < seq) {
      if (left === 0) {
        kind = whole(random, KINDS.length);
        left = 1 + whole(random, LONGEST_RUN);
      }
      left -= 1;
      const k = counts[kind]++;
      kinds.push(kind);
      numbers.push(KINDS[kind].x(k, random), KINDS[kind].value(k, random), START + kinds.length * 7);
    }
  }

  return {
    name,
    point(seq) {
      growTo(seq);
      const { metric, axis } = KINDS[kinds[seq - 1]];
      const [x, value, at] = numbers.slice(3 * (seq - 1), 3 * seq);
      return { metric: `${name}/${metric}`, axis, x, value, at };
    },
  };
}
