import { gaussian, integer, type Rng, shuffle, uniform } from "../../../../workers/math/rng.ts";
import type { Printed } from "./printed.ts";

const names = (rng: Rng, n: number): string[] =>
  shuffle(rng, ["base", "no_kl", "asym_clip", "dynamic", "token_loss", "SFT", "GRPO v2", "DGRO"]).slice(0, n);
export const list = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
export const pick = <T>(rng: Rng, of: readonly T[]): T => of[integer(rng, 0, of.length - 1)];
const signed = (value: number, digits: number): string =>
  `${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(digits)}`;

/** Kinds of tables that reports print, each made from outcomes and rounded as people do. */
export const CONSISTENT_TABLES: ((rng: Rng) => Printed)[] = [
  function evaluation(rng) {
    const n = integer(rng, 20, 5000);
    return {
      title: `Results on ${n} problems`,
      head: ["model", "n", "RR@5", "RR@10", "DA", "steps", "tokens", "time"],
      rows: names(rng, integer(rng, 2, 6)).map((name) => {
        const few = integer(rng, 0, n);
        const more = integer(rng, few, n);
        return [
          name,
          String(n),
          `${((100 * few) / n).toFixed(1)}%`,
          `${((100 * more) / n).toFixed(1)}%`,
          `${uniform(rng, 10, 90).toFixed(1)}%`,
          uniform(rng, 1, 9).toFixed(2),
          String(integer(rng, 900, 60_000)),
          `${integer(rng, 2, 90)} min`,
        ];
      }),
    };
  },
  function ablation(rng) {
    const rows = names(rng, integer(rng, 2, 6)).map((name) => ({
      name,
      reward: uniform(rng, 5, 95),
      sd: uniform(rng, 0.5, 20),
    }));
    const digits = integer(rng, 1, 2);
    const head = pick(rng, ["mean reward", "Avg. return", "Mean episode reward"]);
    return {
      title: "Ablation",
      head: ["config", head, `Δ vs ${rows[0].name}`, "reward std", "time (min)"],
      rows: rows.map(({ name, reward, sd }, i) => [
        name,
        reward.toFixed(digits),
        i === 0 ? "–" : signed(reward - rows[0].reward, 1),
        sd.toFixed(2),
        String(integer(rng, 20, 90)),
      ]),
    };
  },
  function difference(rng) {
    const [a, b] = [list(4).map(() => uniform(rng, 10, 90)), list(4).map(() => uniform(rng, 10, 90))];
    const print = (values: number[]) => values.map((value) => value.toFixed(1));
    return {
      head: ["model", "RR", "RR of hard ones", "DA", "precision"],
      rows: [
        ["SFT", ...print(a)],
        ["RL", ...print(b)],
        ["Difference", ...a.map((value, i) => signed(b[i] - value, 1))],
      ],
    };
  },
  function rounds(rng) {
    let value = uniform(rng, 20, 60);
    const rows = list(integer(rng, 3, 8)).map((i) => {
      const before = value;
      value += gaussian(rng) * 4;
      return [
        String(i),
        value.toFixed(2),
        i === 0 ? "" : signed(value - before, 1),
        uniform(rng, 0.1, 2).toFixed(3),
      ];
    });
    return { title: "Rounds of self-play", head: ["round", "RR@5 (%)", "change from last", "loss"], rows };
  },
  function timing(rng) {
    const parts = list(integer(rng, 3, 7)).map(() => integer(rng, 5, 200));
    const sum = parts.reduce((a, b) => a + b, 0);
    const total = pick(rng, [`${sum} min`, `${(sum / 60).toFixed(1)} h`, `~${(sum / 60).toFixed(1)} hours`]);
    return {
      title: "Time",
      head: ["stage", "duration"],
      rows: [...parts.map((minutes, i) => [`stage ${i + 1}`, `${minutes} min`]), ["Total", total]],
    };
  },
  function speedups(rng) {
    return {
      title: "Kernels",
      head: ["kernel", "time before (s)", "time after (s)", "speedup"],
      rows: list(integer(rng, 2, 5)).map((i) => {
        const [before, after] = [uniform(rng, 5, 90), uniform(rng, 1, 40)];
        return [`k${i}`, before.toFixed(1), after.toFixed(1), `${(before / after).toFixed(1)}x`];
      }),
    };
  },
  function tokens(rng) {
    return {
      head: ["model", "steps", "input tokens", "output tokens", "total tokens", "total reward"],
      rows: names(rng, 4).map((name) => {
        const [input, output] = [integer(rng, 500, 9000), integer(rng, 100, 4000)];
        return [
          name,
          String(integer(rng, 10, 90)),
          ...[input, output, input + output].map(String),
          uniform(rng, 5, 90).toFixed(1),
        ];
      }),
    };
  },
  function targets(rng) {
    return {
      head: ["metric", "target", "result", "status"],
      rows: ["RR@5", "accuracy", "DA"].map((name) => {
        const [target, value] = [integer(rng, 30, 90), integer(rng, 20, 98) + uniform(rng, 0.1, 0.9)];
        const printed = value.toFixed(1);
        const sign = pick(rng, ["≥ ", "> ", "at least ", ""]);
        return [name, `${sign}${target}%`, `${printed}%`, Number(printed) > target ? "✅" : "❌"];
      }),
    };
  },
  function bySteps(rng) {
    let [reward, loss] = [uniform(rng, 1, 10), uniform(rng, 0.5, 3)];
    return {
      title: "Reward by step",
      head: ["step", "loss", "mean reward", "min reward", "max reward", "entropy"],
      rows: list(integer(rng, 4, 20)).map((i) => {
        reward += gaussian(rng);
        loss *= 1 + 0.1 * gaussian(rng);
        return [
          String(10 * (i + 1)),
          loss.toFixed(4),
          reward.toFixed(3),
          (reward - uniform(rng, 0, 3)).toFixed(3),
          (reward + uniform(rng, 0, 3)).toFixed(3),
          uniform(rng, 0.1, 0.6).toFixed(3),
        ];
      }),
    };
  },
  function curves(rng) {
    const runs = names(rng, 3);
    return {
      title: "Mean reward",
      head: ["step", ...runs],
      rows: list(6).map((i) => [String(100 * i), ...runs.map(() => uniform(rng, 5, 80).toFixed(2))]),
    };
  },
  function spread(rng) {
    return {
      head: ["run", "mean reward", "reward std", "reward variance", "noise", "reward ceiling"],
      rows: names(rng, 3).map((name) => {
        const sd = uniform(rng, 3, 20);
        return [
          name,
          uniform(rng, 10, 60).toFixed(1),
          sd.toFixed(2),
          (sd * sd).toFixed(2),
          "U(−1, 1)",
          "100",
        ];
      }),
    };
  },
  function withErrors(rng) {
    return {
      head: ["method", "reward", "accuracy (%)"],
      rows: names(rng, 4).map((name) => [
        name,
        `${uniform(rng, 10, 90).toFixed(1)} ± ${uniform(rng, 1, 4).toFixed(1)}`,
        `${uniform(rng, 10, 90).toFixed(1)} ± ${uniform(rng, 1, 4).toFixed(1)}`,
      ]),
    };
  },
  function hits(rng) {
    const rows = list(integer(rng, 3, 8)).map((i) => ({ name: `type ${i}`, n: 5, hits: integer(rng, 0, 5) }));
    const [sum, n] = [rows.reduce((a, one) => a + one.hits, 0), 5 * rows.length];
    return {
      head: ["type", "passed"],
      rows: [
        ...rows.map((one) => [one.name, `${one.hits}/${one.n}`]),
        ["Total", `${sum}/${n} = ${((100 * sum) / n).toFixed(1)} %`],
      ],
    };
  },
  function splits(rng) {
    const [train, val, held] = [integer(rng, 200, 900), integer(rng, 20, 90), integer(rng, 100, 4000)];
    return {
      title: "Sets",
      head: ["set", "problems"],
      rows: [
        ["train", String(train)],
        ["val", String(val)],
        ["held-out", String(held)],
        ["Total", String(train + val + held)],
      ],
    };
  },
  function ids(rng) {
    return {
      head: ["problem_id", "split", "difficulty", "solved"],
      rows: list(12).map((i) => [
        `p${i}`,
        pick(rng, ["train", "test"]),
        String(integer(rng, 1, 9)),
        pick(rng, ["yes", "no"]),
      ]),
    };
  },
  function settings(rng) {
    const [prompts, samples, epochs, batch] = [8 * integer(rng, 5, 90), 8, integer(rng, 1, 4), 16];
    return {
      title: "Settings",
      head: [
        "run",
        "learning rate",
        "delta",
        "prompts",
        "generations",
        "epochs",
        "batch size",
        "steps",
        "reward",
      ],
      rows: [
        [
          "a",
          "1e-5",
          "0.1",
          String(prompts),
          String(samples),
          String(epochs),
          String(batch),
          String((prompts * samples * epochs) / batch),
          uniform(rng, 5, 50).toFixed(1),
        ],
      ],
    };
  },
  function sources(rng) {
    return {
      head: ["parameter", "documented", "in code"],
      rows: ["beta", "lr", "clip"].map((name) => {
        const value = uniform(rng, 0.001, 2);
        return [name, value.toFixed(3), pick(rng, [value.toFixed(3), "–"])];
      }),
    };
  },
  function sweep(rng) {
    return {
      title: "Learning rates",
      head: ["epoch", "learning rate", "val accuracy"],
      rows: ["1e-5", "3e-5"].flatMap((rate) =>
        [1, 2, 3].map((epoch) => [String(epoch), rate, `${uniform(rng, 30, 90).toFixed(1)}%`]),
      ),
    };
  },
  function fractions(rng) {
    const n = pick(rng, [50, 80, 200, 500]);
    return {
      title: `n = ${n}`,
      head: ["model", "accuracy", "recall"],
      rows: names(rng, 4).map((name) => [
        name,
        (integer(rng, 0, n) / n).toFixed(4),
        uniform(rng, 0.05, 0.95).toFixed(4),
      ]),
    };
  },
  function components(rng) {
    return {
      head: ["component", "weight", "maximum"],
      rows: [
        ["outcome", "0.5", "100"],
        ["diagnosis", "0.3", "20"],
        ["efficiency", "0.2", "10"],
        ["target of the mean reward", "", String(integer(rng, 20, 57))],
      ],
    };
  },
];
