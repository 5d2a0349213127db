import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { loadRunPageSearch } from "#components/search-params/runs.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { EvaluationCharts } from "./evaluation-charts.tsx";
import { evaluationCharts } from "#server/services/runs/evaluation-summary.ts";
import { drawnOf, flatOf } from "./evaluation-metrics.ts";

const share = (hits: number) => ({ hits, n: 300, low: 0, high: 1 });
const evaluation = (trainStep: number, hits: number) => ({
  trainStep,
  population: "generated hard",
  decoding: "greedy",
  n: 300,
  lead: { metric: "eval/rr_at_5", families: null, ...share(hits) },
  kind: "repairs",
  values: { "eval/da": { value: 0.2, n: 300 }, "eval/steps": { value: 6.31, n: 300 } },
});
const chartsOf = (evaluations: unknown) => evaluationCharts(evaluations as RunDetail["evaluations"]);
const evaluations = [evaluation(0, 90), evaluation(40, 147)];
const run = {
  row: { id: "run_1", name: "grpo-s0", state: "finished" },
  evaluations,
  evaluationCharts: chartsOf(evaluations),
  stages: [],
} as unknown as RunDetail;
const search = loadRunPageSearch({ smooth: "none" });
const render = (fold: { closed: boolean } | null) =>
  renderToStaticMarkup(
    createElement(EvaluationCharts, {
      run,
      search,
      fold: fold && { ...fold, onToggle: () => {} },
    }),
  );

test("the charts of evaluations say their last value in the title, as the panels of metrics do", () => {
  for (const value of ["49.0", "6.31"])
    expect(render(null)).toMatch(new RegExp(`figure-value"><span class="value">${value}<`));
});

test("a metric that was 0 at every evaluation is told in words with its n, but for the one that leads", () => {
  const flat = run.evaluations.map((one) => ({
    ...one,
    values: { ...one.values, "eval/da": { ...one.values["eval/da"], value: 0 } },
    lead: { ...one.lead, hits: 0 },
  }));
  expect(flatOf(drawnOf(chartsOf(flat)), flat)).toEqual([
    { key: "eval/da", title: "DA", says: "0, 2 evaluations, n 300" },
  ]);
  expect(flatOf(drawnOf(run.evaluationCharts), run.evaluations)).toEqual([]);
  expect(flatOf(drawnOf(chartsOf([])), [])).toEqual([]);
});

test("of programs what is solved and what passes is drawn, and no steps or diagnosis", () => {
  const of = (step: number, hits: number) => ({
    ...evaluation(step, hits),
    lead: { metric: "eval/solved", families: 10, ...share(hits) },
    kind: "programs",
    values: { "eval/passed_share": { value: 0.731, n: 300 } },
  });
  const measured = [of(0, 90), of(40, 147)];
  const programs = {
    ...run,
    evaluations: measured,
    evaluationCharts: chartsOf(measured),
  } as unknown as RunDetail;
  const page = renderToStaticMarkup(createElement(EvaluationCharts, { run: programs, search, fold: null }));
  expect(page).toContain("Held-out solved");
  expect(page).toContain("73.1");
  for (const alien of ["RR@5", "Steps", "DA"]) expect(page).not.toContain(`>${alien}<`);
});

test("the section of evaluations opens and closes as the others do, and stands open while it is searched", () => {
  expect(render({ closed: false })).toContain('aria-expanded="true"');
  const closed = render({ closed: true });
  expect(closed).toContain('aria-expanded="false"');
  expect(closed).toContain("3 panels");
  expect(closed).not.toContain("<figure");
  expect(render(null)).not.toContain('aria-expanded="true"');
});
