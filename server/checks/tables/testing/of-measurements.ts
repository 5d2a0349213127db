import { type Contradiction, table as t, titled } from "./printed.ts";

/** Contradictions of how something was measured: shares, problems, targets, sources, counters. */
export const OF_MEASUREMENTS: Record<string, Contradiction> = {
  "a percentage that no count gives": {
    rule: "impossible-share",
    has: [
      t("model | n | accuracy", "a | 7 | 44.0%", "b | 7 | 57.1%"),
      titled("Solved, n = 438", t("level | RR@10 (%)", "easy | 98.0", "hard | 97.9")),
      t("model | RR@5 (n=90)", "a | 95.0%", "b | 95.6%"),
      t("model | problems | solve rate (%)", "x | 30 | 41.0"),
      t("model | # problems | accuracy", "x | 30 | 0.4100"),
    ],
    not: [
      t("model | n | accuracy", "a | 7 | 42.9%", "b | 7 | 57.1%"),
      titled("Solved, n = 438", t("level | RR@10 (%)", "easy | 97.9", "hard | 98.2")),
      t("model | # problems | accuracy", "x | 30 | 0.4333"),
      t("model | n | mean DA", "x | 30 | 41.0%"),
    ],
  },
  "two metrics that are one": {
    rule: "same-metric",
    isOneWay: true,
    has: [
      t("model | DA | faithfulness", "a | 44.6 | 44.6", "b | 51.2 | 51.2", "c | 38.0 | 38.0"),
      t("metric | m1 | m2 | m3", "precision | 0.613 | 0.702 | 0.544", "quality | 0.613 | 0.702 | 0.544"),
    ],
    not: [t("model | DA | faithfulness", "a | 44.6 | 44.6", "b | 51.2 | 51.2", "c | 38.0 | 38.4")],
  },
  "two models that are one": {
    rule: "same-entry",
    has: [
      t("model | RR@5 | RR@10 | DA | steps", "a | 71.5 | 88.0 | 61.3 | 4.1", "b | 71.5 | 88.0 | 61.3 | 4.1"),
      t(
        "metric | a | b",
        "acc | 71.5% | 71.5%",
        "F1 | 66.2 | 66.2",
        "loss | 0.418 | 0.418",
        "tokens | 2746 | 2746",
      ),
    ],
    not: [
      t("model | RR@5 | RR@10 | DA | steps", "a | 71.5 | 88.0 | 61.3 | 4.1", "b | 71.5 | 88.0 | 61.4 | 4.1"),
    ],
  },
  "hits beyond what was tried": {
    rule: "hits-beyond-all",
    has: [
      t("type | diagnosed", "a | 3/4", "b | 5/3", "c | 2/2"),
      t("run | correct | n", "a | 12 | 10", "b | 8 | 10"),
    ],
    not: [
      t("type | diagnosed", "a | 3/4", "b | 3/3", "c | 2/2"),
      t("run | correct | n", "a | 9 | 10", "b | 8 | 10"),
    ],
  },
  "entries of different problems": {
    rule: "different-populations",
    has: [t("model | n | RR@5 | Δ", "SFT | 200 | 83.0% |", "RL | 4162 | 79.4% | −3.6")],
    not: [t("model | n | RR@5 | Δ", "SFT | 200 | 83.0% |", "RL | 200 | 79.5% | −3.5")],
  },
  "entries of different sets": {
    rule: "different-sets",
    has: [t("model | eval set | accuracy | Δ", "SFT | dev | 83.0% |", "RL | hard | 79.4% | −3.6 pp")],
    not: [
      t("model | eval set | accuracy | Δ", "SFT | dev | 83.0% |", "RL | dev | 79.4% | −3.6 pp"),
      t("model | eval set | accuracy", "SFT | dev | 83.0%", "SFT | hard | 79.4%"),
    ],
  },
  "training problems in the held-out set": {
    rule: "split-overlap",
    has: [
      t("set | problems", "all | 4462", "train | 774", "held-out | 4162"),
      t("problem_id | split", "p1 | train", "p2 | train", "p3 | test", "p1 | test"),
      t("id | split | difficulty", "1 | train | 3", "2 | val | 4", "2 | test | 4", "3 | test | 5"),
      t("set | n", "train | 696", "test | 200", "in both | 143"),
    ],
    not: [
      t("set | problems", "all | 4462", "train | 300", "held-out | 4162"),
      t("problem_id | split", "p1 | train", "p2 | train", "p3 | test", "p4 | test"),
      t("set | n", "train | 696", "test | 200", "in both | 0"),
      t("set | problems", "train | 774", "test | 200"),
    ],
  },
  "a counter that goes back": {
    rule: "counter-resets",
    isOneWay: true,
    has: [
      t("iteration | val | test", "0 | 80.0 | 65.0", "1 | 75.0 | 85.0", "0 | 70.0 | 60.0", "1 | 80.0 | 55.0"),
      t("step | loss", "10 | 0.5", "20 | 0.4", "30 | 0.3", "10 | 0.6", "20 | 0.5"),
    ],
    not: [
      t("iteration | val | test", "0 | 80.0 | 65.0", "1 | 75.0 | 85.0", "2 | 70.0 | 60.0"),
      t("run | step | loss", "a | 10 | 0.5", "a | 20 | 0.4", "b | 10 | 0.6", "b | 20 | 0.5"),
      t("step | seed | loss", "10 | 1 | 0.5", "20 | 1 | 0.4", "10 | 2 | 0.6", "20 | 2 | 0.5"),
      t("step | loss", "30 | 0.3", "20 | 0.4", "10 | 0.5"),
    ],
  },
  "values where nothing was measured": {
    rule: "placeholder",
    has: [
      t("round | evaluation | RR@5 | DA", "1 | ok | 83.5 | 61.2", "2 | failed | 80.0 | 60.0"),
      t(
        "round | RR@5 | RR@10 | DA",
        "1 | 0.80 | 0.95 | 0.60",
        "2 | 0.80 | 0.95 | 0.60",
        "3 | 0.80 | 0.95 | 0.60",
      ),
      t("model | n | accuracy", "a | 100 | 83%", "b | 0 | 80%"),
      t("model | accuracy | latency (s)", "a | 83.1 | 1.2", "b | -1 | 1.3", "c | 79.9 | 999"),
    ],
    not: [
      t("round | evaluation | RR@5 | DA", "1 | ok | 83.5 | 61.2", "2 | failed | – | –"),
      t(
        "round | RR@5 | RR@10 | DA",
        "1 | 0.80 | 0.95 | 0.60",
        "2 | 0.82 | 0.95 | 0.61",
        "3 | 0.85 | 0.96 | 0.60",
      ),
      t("model | n | accuracy", "a | 100 | 83%", "b | 100 | 80%"),
    ],
  },
  "fractions beside percentages": {
    rule: "mixed-scales",
    has: [
      t("model | accuracy", "a | 0.8312", "b | 79.4"),
      t("model | accuracy", "a | 0.83", "b | 79%"),
      t("metric | a | b", "recall | 0.713 | 68.2"),
    ],
    not: [t("model | accuracy", "a | 0.83", "b | 0.79")],
  },
  "a missed target that is marked as met": {
    rule: "missed-marked-met",
    has: [
      t("what | target | result | status", "RR@5 | ≥ 90% | 87.0% | ✅"),
      t("goal | target | actual | met?", "DA | > 40 | 27 | yes"),
      t("metric | goal | measured", "accuracy | at least 70% | 66% ✅"),
      t("metric | target | value | status", "accuracy | 70% | 66% | achieved"),
      t("metric | target | value | status", "latency | < 5 s | 7 s | ✓"),
      t("metric | target | value | status", "RR@5 | 90%+ | 87% | PASS"),
      t("metric | target | value | status", "loss | ≤ 0.10 | 0.068 | ❌"),
      t("level | target | RR@5 | status", "medium | 60–80% | 100% | met"),
    ],
    not: [
      t("what | target | result | status", "RR@5 | ≥ 90% | 92.0% | ✅"),
      t("metric | target | value | status", "latency | < 5 s | 4 s | ✓"),
      t("metric | target | value | status", "DA | > 40 | 27 | ❌"),
    ],
  },
  "two sources that disagree": {
    rule: "sources-disagree",
    has: [
      t("parameter | documented | in code", "β | 0.04 | 0.1"),
      t("label | documented | in code", "0.5 | yes | yes", "0.3 | – | yes"),
      t("file | README | on disk", "config.json | ✓ | ✗"),
      t("what | reported | recomputed", "DA | 80.0% | 60.5%"),
      t("failures of | stated | in the file", "SFT | ~5% | 1/4162"),
    ],
    not: [
      t("parameter | documented | in code", "β | 0.04 | 0.04"),
      t("what | reported | recomputed", "DA | 80% | 80.04%"),
      t("what | documented | in code", "a | 0.5 | –", "b | 0.3 | 0.3"),
    ],
  },
  "a share above all": {
    rule: "share-beyond-all",
    has: [t("model | accuracy", "a | 83.0%", "b | 104.0%"), t("model | RR@5", "a | 99.0", "b | 101.5")],
    not: [t("model | accuracy", "a | 83.0%", "b | 100.0%")],
  },
  "percentages that fit another number of problems": {
    rule: "implied-count",
    has: [t("model | n | RR@5 % | RR@10 % | RR@15 % | RR %", "a | 4162 | 79.4 | 98.0 | 99.2 | 99.6")],
    not: [t("model | n | RR@5 % | RR@10 % | RR@15 % | RR %", "a | 4162 | 79.5 | 98.1 | 99.2 | 99.6")],
  },
  "a percentage that its own count does not give": {
    rule: "wrong-share",
    has: [t("model | passed", "a | 68/80 (80%)"), t("model | solved", "a | 12/30 = 45.0 %")],
    not: [t("model | passed", "a | 68/80 (85%)")],
  },
  "few steps that solve more than many": {
    rule: "shares-out-of-order",
    has: [t("model | RR@5 | RR@10", "a | 95.0 | 94.0"), t("model | pass@1 | pass@8", "a | 0.41 | 0.38")],
    not: [t("model | RR@5 | RR@10", "a | 94.0 | 95.0")],
  },
  "a missed target": {
    rule: "missed-target",
    has: [
      t("what | target | result", "DA | > 40 | 27"),
      t("metric | target | actual", "accuracy | 90% | 81%"),
    ],
    not: [t("what | target | result", "DA | > 40 | 47"), t("metric | target | actual", "loss | 0.2 | 0.1")],
  },
  "a value outside its own range": {
    rule: "outside-expected",
    has: [
      t("level | mean IIS | IIS range", "easy | 4.3 | 1-2"),
      t("level | RR@5 target | RR@5", "hard | 30–50% | 100%"),
    ],
    not: [t("level | mean IIS | IIS range", "easy | 1.3 | 1-2")],
  },
  "a share of a handful": {
    rule: "few-problems",
    has: [
      t("problem | n | solved %", "edit | 1 | 100"),
      titled("n = 5", t("model | accuracy", "a | 80%", "b | 60%")),
    ],
    not: [t("problem | n | solved %", "edit | 100 | 100")],
  },
  "a difference within the sampling error": {
    rule: "within-error",
    has: [t("model | n | RR@5 %", "a | 90 | 95.6", "b | 90 | 88.9")],
    not: [t("model | n | RR@5 %", "a | 900 | 95.6", "b | 900 | 88.9")],
  },
};
