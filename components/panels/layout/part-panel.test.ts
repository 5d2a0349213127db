import { describe, expect, test } from "vitest";
import { NO_EDITS } from "#server/contracts/charts/panel-layout.ts";
import { panelSections } from "#server/contracts/charts/panel-sections.ts";
import { addPanel, partPanel } from "./close-section.ts";
import { findPanels, panelTitle } from "./find-panels.ts";
import { placePanels } from "./place-panels.ts";

const METRICS = ["group/std", "group/all_failed_share", "group/all_solved_share"];

function placed(layout = NO_EDITS) {
  return placePanels(panelSections(METRICS, new Set()), layout).sections;
}
const added = (title: string, metrics: string[]) => {
  const [{ panels }] = placed(addPanel(NO_EDITS, { section: "own", title, metrics }));
  return partPanel(panels[0]);
};

describe("a panel of several metrics, where colours say which run it is", () => {
  const [groups] = placed();
  const [std, dead] = groups.panels;

  test("is drawn once for each metric, and each drawing says which one it is", () => {
    const parts = partPanel(dead);
    expect(
      parts.map((part) => [panelTitle(part), part.unit, part.lines.map(({ metric }) => metric)]),
    ).toEqual([
      ["All solved: Why groups are dead", "% of drawn groups", ["group/all_solved_share"]],
      ["All failed: Why groups are dead", "% of drawn groups", ["group/all_failed_share"]],
    ]);
  });

  test("is one panel all the same: its first drawing has its key, and all of them its place and size", () => {
    const parts = partPanel(dead);
    expect(parts.map(({ key }) => key)).toEqual([dead.key, `${dead.key} group/all_failed_share`]);
    expect(parts.every(({ partOf, size }) => partOf === dead && size === dead.size)).toBe(true);
  });

  test("is not drawn anew while it is the same", () => {
    expect(partPanel(dead)).toBe(partPanel(dead));
  });

  test("is found by any of its metrics", () => {
    const [found] = findPanels(placed(), "all failed");
    expect(found.panels.flatMap(partPanel)).toHaveLength(2);
  });

  test("of one metric is drawn as it is", () => {
    expect(partPanel(std)).toEqual([std]);
  });
});

test("of an added panel each drawing has the title that was chosen, and the unit of its own metric", () => {
  expect(added("Both", ["policy/kl", "group/std"]).map((part) => [panelTitle(part), part.unit])).toEqual([
    ["KL to the start: Both", null],
    ["Group reward std: Both", null],
  ]);
  expect(added("", ["policy/kl", "group/std"]).map(panelTitle)).toEqual([
    "KL to the start",
    "Group reward std",
  ]);
});
