import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { CurveRuns } from "#server/contracts/charts/curves.ts";
import { CurveList } from "./curve-list.tsx";
import { curveScene } from "./curve-scene.ts";

const NO_KL = "66cb8cee";
const ids = ["a", "b"].map((letter) => `run_${letter.repeat(16)}`);
const keys = [`exp ${NO_KL}00`, "exp 14e8dc2600"];
const data: CurveRuns = {
  runs: ids.map((id, seed) => ({
    id,
    name: `grpo-s${seed}`,
    seed,
    variant: keys[seed],
    state: "finished",
    begun: true,
    queuedAt: 0,
    standing: 0,
  })),
  total: 2,
  missing: [],
  variants: keys.map((key, i) => ({
    key,
    label: ["no_kl", "clean"][i],
    experimentId: "exp_1",
    experiment: "E",
    baseline: false,
    place: i,
    colour: "rest",
  })),
  groups: keys.map((variant, i) => ({ variant, runIds: [ids[i]], saidSeeds: 1, begun: 1, leftOut: 0 })),
  groupsTotal: 2,
  resumed: false,
  metrics: [],
  rewards: [],
  ways: [],
  statedProblems: [],
  runProtocols: [],
  standings: [],
};

const list = (hide: string[]) =>
  renderToStaticMarkup(
    createElement(CurveList, { scene: curveScene(data), grouped: true, hide, onHide: () => {} }),
  );

test("where seeds are together the list says that a run is hidden by itself, beside hidden configurations, and how to show it", () => {
  const both = list([NO_KL, "bbbbbbbb"]);
  expect(both).toContain("1 of 2 configurations hidden.");
  expect(both).toContain("1 run is hidden run by run; seeds put together count it.");
  expect(both).toContain("Show it again");
  expect(list([NO_KL])).not.toContain("run by run");
});
