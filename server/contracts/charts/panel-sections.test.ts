import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { growthOfSteps } from "../../../workers/math/testing/count-steps.ts";
import { DeclaredMetric } from "../../../workers/protocol/recipes/recipe-file.ts";
import { declareMetrics } from "./declare-metrics.ts";
import { METRICS } from "../metrics.ts";
import { panelSections } from "./panel-sections.ts";
import { NOT_A_PANEL, NOT_A_RUN_PANEL } from "./panels.ts";

const NONE = new Set<string>();
const shape = (metrics: string[], leftOut: ReadonlySet<string> = NONE) =>
  Object.fromEntries(panelSections(metrics, leftOut).map((s) => [s.title, s.panels.map((p) => p.key)]));
const range = (n: number) => Array.from({ length: n }, (_, i) => i);

describe("known metrics", () => {
  test("stand in the sections of the run page, in their order, without those drawn elsewhere", () => {
    expect(shape(Object.keys(METRICS), NOT_A_RUN_PANEL)).toEqual({
      Reward: ["reward/raw", "reward/max", "reward/shaped", "reward/prm", "together:prm-reward"],
      "Reward components": ["reward/recall", "reward/jaccard", "together:reward-parts"],
      "Groups and reward variance": [
        "group/zero_share",
        "group/zero_share_raw",
        "group/std",
        "group/variance",
        "together:dead-causes",
      ],
      Curriculum: ["curriculum/level", "curriculum/success"],
      SFT: ["sft/loss", "sft/entropy", "sft/distinct"],
      Policy: [
        "policy/kl",
        "policy/entropy",
        "policy/clip_share",
        "optim/loss",
        "optim/grad_norm",
        "optim/weights_changed",
      ],
      "DGRO as coded": ["dgro/beta_reward", "dgro/baseline", "dgro/noise_branch"],
      "Process reward model": ["prm/loss", "prm/held_out_mse", "prm/label_mean"],
      Programs: ["program/length", "program/limit_share"],
      Throughput: ["perf/episodes_per_s", "together:step-time"],
      "Phases of a step": ["together:phases"],
      Memory: ["together:memory"],
    });
  });

  test("that count train steps are the x of the others, not a panel", () => {
    expect(shape(["train/global_step", "train/loss"], NOT_A_RUN_PANEL)).toEqual({
      Optimizer: ["train/loss"],
    });
  });

  test("of evaluations have panels where several runs share one", () => {
    expect(Object.keys(shape(Object.keys(METRICS), NOT_A_PANEL))[0]).toBe("Evaluation");
  });

  test("no section is empty, and a chart of several metrics needs only one of them", () => {
    expect(shape(["group/all_failed_share"])).toEqual({
      "Groups and reward variance": ["together:dead-causes"],
    });
    expect(shape([])).toEqual({});
    expect(shape(["reward/raw"])).toEqual({ Reward: ["reward/raw"] });
  });
});

describe("foreign metrics", () => {
  test("whose names say nothing stand where the script that sends them says", () => {
    declareMetrics([
      DeclaredMetric.parse({ name: "quality", section: "evaluation" }),
      DeclaredMetric.parse({ name: "pay", section: "reward" }),
      DeclaredMetric.parse({ name: "loss", section: "reward" }),
    ]);
    expect(shape(["quality", "pay", "loss", "x"])).toEqual({
      Reward: ["pay"],
      Optimizer: ["loss"],
      "Evaluation metrics": ["quality"],
      Other: ["x"],
    });
    declareMetrics([]);
    expect(shape(["quality"])).toEqual({ Other: ["quality"] });
  });

  test("stand by what they are about, then by prefix, the rest last", () => {
    expect(
      shape(["reward", "loss", "x", "lonely/one", "proc.cpu", "proc.io", "env/b", "env/a", "gpu.0/util"]),
    ).toEqual({
      Reward: ["reward"],
      Optimizer: ["loss"],
      Performance: ["gpu.0/util"],
      env: ["env/a", "env/b"],
      proc: ["proc.cpu", "proc.io"],
      Other: ["lonely/one", "x"],
    });
  });

  test("about rewards follow the known ones in one section", () => {
    expect(shape(["reward/raw", "rewards/format/mean"])).toEqual({
      Reward: ["reward/raw", "rewards/format/mean"],
    });
  });

  test("by the hundred are ordered as people count", () => {
    const names = range(300).map((i) => `env/wins_${i}`);
    expect(shape(names.toReversed()).env).toEqual(names);
  });

  test("a large group is split by prefix only where the parts are worth a heading", () => {
    const gpus = range(8).flatMap((g) => range(5).map((k) => `gpu.${g}/m${k}`));
    expect(Object.keys(shape(gpus))).toEqual(range(8).map((g) => `Performance, gpu.${g}`));
    const scattered = range(40).map((i) => `layer${i}/grad_norm`);
    expect(Object.keys(shape(scattered))).toEqual(["Optimizer"]);
  });

  test("each metric has exactly one panel, whatever the names are and however they come", () => {
    const part = fc.constantFrom("train", "eval", "gpu.0", "reward", "kl", "a", "b", "1", "10", "2", "loss");
    const name = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 80 }), (names) => {
        const sections = panelSections(names, NONE);
        const keys = sections.flatMap((s) => s.panels.map((p) => p.key));
        expect(keys.toSorted()).toEqual(names.toSorted());
        expect(new Set(sections.map((s) => s.id)).size).toBe(sections.length);
        expect(panelSections(names.toReversed(), NONE)).toEqual(sections);
      }),
    );
  });

  test("5,000 names are laid out in steps that follow their number", () => {
    const grown = growthOfSteps(625, (n) => {
      const names = range(n).map(
        (i) => `${["train/layers", "env", "gpu", "reward"][i % 4]}.${i % 97}/m_${i}`,
      );
      return () => expect(panelSections(names, NONE).flatMap((s) => s.panels)).toHaveLength(n);
    });
    expect(grown).toBeLessThan(10);
  });
});

test("a run of a client alone opens with its evaluations, and groups of few panels share a section", () => {
  const sent = [
    "train/kl",
    "train/entropy",
    "train/reward",
    "eval/acc",
    "step_time",
    "train/epoch",
    "train/loss",
  ];
  expect(panelSections(sent, new Set()).map(({ title, panels }) => [title, panels.length])).toEqual([
    ["Evaluation metrics", 1],
    ["Reward", 1],
    ["Policy", 2],
    ["Optimizer", 1],
    ["Time and progress", 2],
  ]);
  const withGroups = panelSections([...sent, "group/std", "eval/global_step"], new Set());
  expect(withGroups.map(({ title, panels }) => [title, panels.length]).slice(0, 2)).toEqual([
    ["Evaluation metrics", 1],
    ["Groups and reward variance", 1],
  ]);
  const many = ["kl", "actor/kl_loss", "policy/policy_kl", "entropy"];
  expect(panelSections(many, new Set()).map(({ title }) => title)).toEqual(["KL", "Entropy"]);
});

test("a quantity under two names has its title once", () => {
  const titles = panelSections(["entropy", "actor/entropy"], new Set()).flatMap(({ panels }) =>
    panels.map(({ title, lines }) => title ?? lines[0].metric),
  );
  expect(titles).toHaveLength(2);
  expect(titles.filter((title) => title.includes("("))).toHaveLength(1);
});
