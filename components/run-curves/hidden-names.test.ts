import { describe, expect, test } from "vitest";
import type { CurveRun, CurveVariant } from "#server/contracts/charts/curves.ts";
import { changeHidden, hiddenOneByOne, hiddenRun } from "./curve-names.ts";

const ids = ["a", "b", "c"].map((letter) => `run_${letter.repeat(16)}`);
const [a, b, c] = ids.map(hiddenRun);
const NO_KL = "66cb8cee";
const CLEAN = "14e8dc26";
const run = (id: string, variant: string): CurveRun => ({
  id,
  name: id,
  seed: 0,
  variant,
  state: "finished",
  begun: true,
  queuedAt: 0,
  standing: 0,
});
const variant = (key: string): CurveVariant => ({
  key,
  label: key,
  experimentId: "exp_1",
  experiment: "E",
  baseline: false,
  place: 0,
  colour: "rest",
});
const keys = { noKl: `exp ${NO_KL}00`, clean: `exp ${CLEAN}00` };
const scene = {
  runIds: ids,
  runs: new Map(
    [run(ids[0], keys.noKl), run(ids[1], keys.noKl), run(ids[2], keys.clean)].map((r) => [r.id, r]),
  ),
  variants: new Map(Object.values(keys).map((key) => [key, variant(key)])),
};

describe("what an address hides", () => {
  test("is kept of the one kind when the other is changed", () => {
    expect(changeHidden([NO_KL], scene, { runs: [ids[2]] })).toEqual([NO_KL, c]);
    expect(changeHidden([NO_KL, c], scene, { variants: [] })).toEqual([c]);
    expect(changeHidden([NO_KL, a], scene, { runs: [] })).toEqual([NO_KL]);
  });

  test("of a configuration is all its runs, run by run, so that each can be shown again", () => {
    const hide = hiddenOneByOne([NO_KL, a], scene);
    expect(hide).toEqual([a, b]);
    expect(changeHidden(hide, scene, { runs: [ids[1]] })).toEqual([b]);
  });

  test("is what it names where it names runs", () => {
    expect(hiddenOneByOne([c], scene)).toEqual([c]);
  });
});
