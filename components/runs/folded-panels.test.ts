import { describe, expect, test } from "vitest";
import { NOT_A_RUN_PANEL } from "#server/contracts/charts/panels.ts";
import { panelSections } from "#server/contracts/charts/panel-sections.ts";
import { foldPanels, type PlainRun } from "./folded-panels.ts";

const run = (metrics: string[], more: Partial<PlainRun> = {}): PlainRun => ({
  metrics,
  flat: {},
  shapedIsRaw: false,
  switchedOff: {},
  ...more,
});
const fold = (of: PlainRun, { ended = true, open = [] as string[] } = {}) => {
  const sections = panelSections([...of.metrics, ...Object.keys(of.switchedOff)], NOT_A_RUN_PANEL);
  const done = foldPanels(sections, of, { ended, open });
  return {
    panels: done.sections.flatMap(({ panels }) => panels.map(({ key }) => key)),
    lines: [...done.folded.values()].flat().map(({ title, says }) => `${title}: ${says}`),
  };
};

describe("a panel is a line of words", () => {
  test("where its metric is 0 at every point, with how many there are", () => {
    const of = run(["reward/raw", "reward/recall"], { flat: { "reward/recall": 40 } });
    expect(fold(of)).toEqual({ panels: ["reward/raw"], lines: ["Diagnosis, recall: 0, n 40"] });
  });

  test("where it is switched off and has no point, with the reason", () => {
    const of = run(["reward/raw"], { switchedOff: { "policy/kl": "beta is 0" } });
    expect(fold(of)).toEqual({ panels: ["reward/raw"], lines: ["KL to the start: off: beta is 0"] });
  });

  test("where the shaped reward is the raw one", () => {
    const metrics = ["reward/raw", "reward/shaped"];
    expect(fold(run(metrics, { shapedIsRaw: true }))).toEqual({
      panels: ["reward/raw"],
      lines: ["Reward, shaped: the same as raw"],
    });
    expect(fold(run(metrics)).panels).toEqual(metrics);
  });

  test("where all lines of it are flat, not where one of them moves", () => {
    const metrics = ["group/all_solved_share", "group/all_failed_share"];
    const flat = { "group/all_solved_share": 12 };
    expect(fold(run(metrics, { flat })).panels).toEqual(["together:dead-causes"]);
    expect(fold(run(metrics, { flat: { ...flat, "group/all_failed_share": 12 } })).panels).toEqual([]);
  });
});

describe("a panel stays", () => {
  test("where the address asks for it, and its line stays too, to close it", () => {
    const of = run(["reward/recall"], { flat: { "reward/recall": 40 } });
    expect(fold(of, { open: ["reward/recall"] })).toEqual({
      panels: ["reward/recall"],
      lines: ["Diagnosis, recall: 0, n 40"],
    });
  });

  test("of a run that goes on, until it was 0 for 20 points", () => {
    const of = (n: number) => run(["reward/recall"], { flat: { "reward/recall": n } });
    expect(fold(of(19), { ended: false }).panels).toEqual(["reward/recall"]);
    expect(fold(of(20), { ended: false }).panels).toEqual([]);
    expect(fold(of(1), { ended: true }).panels).toEqual([]);
  });
});
