import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NO_EDITS, type PanelLayout } from "#server/contracts/charts/panel-layout.ts";
import { metricPanel } from "#server/contracts/charts/panel-sections.ts";
import type { PanelSection } from "#server/contracts/charts/panels.ts";
import { PanelLayoutSchema } from "#server/contracts/charts/views.ts";
import {
  addPanel,
  changePanel,
  closeSection,
  movePanel,
  removePanel,
  restorePanels,
} from "./close-section.ts";
import { findPanels } from "./find-panels.ts";
import { layoutChanges } from "./layout-changes.ts";
import { placePanels } from "./place-panels.ts";
import { resizePanel, splitRows } from "./next-width.ts";

const section = (id: string, metrics: string[]): PanelSection => ({
  id,
  title: id.toUpperCase(),
  note: "",
  panels: metrics.map(metricPanel),
});
const range = (n: number) => Array.from({ length: n }, (_, i) => `m${i}`);
const SECTIONS = [section("a", ["a1", "a2", "a3", "a4"]), section("b", ["b1", "b2"])];

const place = (layout: PanelLayout, sections = SECTIONS) => placePanels(sections, layout);
const keys = (layout: PanelLayout, sections = SECTIONS) =>
  Object.fromEntries(place(layout, sections).sections.map((s) => [s.id, s.panels.map((p) => p.key)]));
const sectionOf = (layout: PanelLayout, id: string, sections = SECTIONS) => {
  const found = place(layout, sections).sections.find((s) => s.id === id);
  if (!found) throw new Error(`no section ${id}`);
  return found;
};
const own = (metrics: string[], title = "", at = "own") => ({ section: at, title, metrics });

describe("without edits", () => {
  test("a page is what was generated, and two or four panels share a row", () => {
    expect(keys(NO_EDITS)).toEqual({ a: ["a1", "a2", "a3", "a4"], b: ["b1", "b2"] });
    expect(sectionOf(NO_EDITS, "a").panels[0].size).toEqual({ width: "quarter", height: "normal" });
    expect(sectionOf(NO_EDITS, "b").panels[0].size).toEqual({ width: "half", height: "normal" });
    expect(sectionOf(NO_EDITS, "a", [section("a", ["a1"])]).panels[0].size.width).toBe("third");
    expect(sectionOf(NO_EDITS, "a", [section("a", range(5))]).panels[0].size.width).toBe("third");
  });

  test("an added panel as the fourth makes no row of four", () => {
    const three = [section("a", ["a1", "a2", "a3"])];
    expect(sectionOf(addPanel(NO_EDITS, own(["x"], "", "a")), "a", three).panels[0].size.width).toBe("third");
  });

  test("sections far down a large page start closed, the first ones open", () => {
    const large = [section("x", range(80)), section("y", range(80)), section("z", range(9))];
    expect(place(NO_EDITS, large).sections.map((s) => s.closed)).toEqual([false, false, true]);
  });
});

describe("an added panel", () => {
  test("has the unit that its metrics share, and of several units all, each also at its line", () => {
    const panelOf = (metrics: string[]) => {
      const [{ unit, lines }] = sectionOf(addPanel(NO_EDITS, own(metrics)), "own").panels;
      return [unit, ...lines.map(({ label }) => label)];
    };
    expect(panelOf(["policy/kl", "policy/entropy"])).toEqual(["nats", "KL to the start", "Entropy"]);
    expect(panelOf(["policy/entropy", "reward/raw"])).toEqual([
      "nats, points",
      "Entropy [nats]",
      "Reward, raw [points]",
    ]);
    expect(panelOf(["my/latency [ms]"])).toEqual([null, "my/latency"]);
  });

  test("stands in a section of its own on top, or at the end of the one it was made for", () => {
    const layout = addPanel(addPanel(NO_EDITS, own(["x", "y"])), own(["z"], "Z", "b"));
    expect(keys(layout)).toEqual({
      own: ["added:1"],
      a: ["a1", "a2", "a3", "a4"],
      b: ["b1", "b2", "added:2"],
    });
    expect(sectionOf(layout, "b").panels[2]).toMatchObject({ title: "Z", added: true });
  });

  test("moves to the added ones where its section is not on this page", () => {
    expect(keys(addPanel(NO_EDITS, own(["x"], "", "gone"))).own).toEqual(["added:1"]);
  });

  test("keeps its key, place and size when it is changed; a later one never takes the key of another", () => {
    let layout = addPanel(addPanel(NO_EDITS, own(["x"])), own(["y"]));
    layout = changePanel(removePanel(layout, "added:1"), "added:2", { title: "T", metrics: ["q"] });
    layout = addPanel(layout, own(["z"]));
    expect(layout.added.map((p) => [p.key, p.title, p.metrics])).toEqual([
      ["added:2", "T", ["q"]],
      ["added:3", "", ["z"]],
    ]);
  });

  test("leaves nothing behind when it is removed", () => {
    let layout = addPanel(NO_EDITS, own(["x"], "", "b"));
    layout = movePanel(layout, sectionOf(layout, "b"), "added:1", 0);
    layout = resizePanel(layout, sectionOf(layout, "b").panels[0], { width: "full" });
    expect(removePanel(layout, "added:1")).toEqual(NO_EDITS);
  });
});

describe("a removed panel", () => {
  test("is left out and counted, and comes back at its place", () => {
    const layout = removePanel(removePanel(NO_EDITS, "a2"), "b1");
    expect(keys(layout)).toEqual({ a: ["a1", "a3", "a4"], b: ["b2"] });
    expect(place(layout).removed).toBe(2);
    expect(restorePanels(layout)).toEqual(NO_EDITS);
  });

  test("takes its section along where it was the last, and one that is not on this page is not counted", () => {
    const layout = removePanel(removePanel(removePanel(NO_EDITS, "b1"), "b2"), "elsewhere");
    expect(Object.keys(keys(layout))).toEqual(["a"]);
    expect(place(layout).removed).toBe(2);
  });
});

describe("moving", () => {
  test("to the front names one panel, so that what arrives later finds its place", () => {
    const layout = movePanel(NO_EDITS, sectionOf(NO_EDITS, "a"), "a3", 0);
    expect(layout.order).toEqual({ a: ["a3"] });
    const grown = [section("a", ["a0", "a1", "a2", "a3", "a4"]), SECTIONS[1]];
    expect(keys(layout, grown).a).toEqual(["a3", "a0", "a1", "a2", "a4"]);
  });

  test("back is no edit", () => {
    const there = movePanel(NO_EDITS, sectionOf(NO_EDITS, "a"), "a3", 0);
    expect(movePanel(there, sectionOf(there, "a"), "a3", 2)).toEqual(NO_EDITS);
  });

  test("any panel any number of times shows exactly the order that was made", () => {
    const moves = fc.array(fc.tuple(fc.nat(11), fc.nat(14)), { maxLength: 12 });
    fc.assert(
      fc.property(moves, fc.subarray(range(12)), (steps, removed) => {
        const sections = [section("a", range(12))];
        let layout = removed.reduce(removePanel, NO_EDITS);
        let expected = range(12).filter((key) => !removed.includes(key));
        for (const [which, to] of steps) {
          const key = `m${which}`;
          if (!expected.includes(key)) continue;
          layout = movePanel(layout, sectionOf(layout, "a", sections), key, to);
          const others = expected.filter((other) => other !== key);
          expected = [...others.slice(0, to), key, ...others.slice(to)];
        }
        expect(keys(layout, sections).a ?? []).toEqual(expected);
      }),
    );
  });
});

test("a size that is the default again needs no word", () => {
  const [panel] = sectionOf(NO_EDITS, "b").panels;
  const wide = resizePanel(NO_EDITS, panel, { width: "full" });
  expect(wide.sizes).toEqual({ b1: { width: "full", height: "normal" } });
  expect(resizePanel(wide, sectionOf(wide, "b").panels[0], { width: "half" })).toEqual(NO_EDITS);
});

test("a section that is as it would be needs no word", () => {
  const closed = closeSection(NO_EDITS, sectionOf(NO_EDITS, "a"), true);
  expect(sectionOf(closed, "a").closed).toBe(true);
  expect(closeSection(closed, sectionOf(closed, "a"), false)).toEqual(NO_EDITS);
});

describe("changes", () => {
  test("are said in words, each kind once", () => {
    const saved = addPanel(removePanel(NO_EDITS, "a1"), own(["x"]));
    let edited = changePanel(restorePanels(saved), "added:1", { title: "T", metrics: ["x"] });
    edited = removePanel(removePanel(addPanel(edited, own(["y"])), "b1"), "b2");
    edited = movePanel(edited, sectionOf(edited, "a"), "a4", 0);
    edited = resizePanel(edited, sectionOf(edited, "a").panels[0], { height: "tall" });
    expect(layoutChanges(saved, edited)).toBe(
      "1 panel added, 1 panel changed, 2 panels removed, 1 panel shown again, order of 1 section changed, 1 panel resized",
    );
  });

  test("that take a panel away change none", () => {
    const saved = addPanel(NO_EDITS, own(["x"]));
    expect(layoutChanges(saved, removePanel(saved, "added:1"))).toBe("1 panel removed");
  });

  test("are none where only sections were opened and closed, or nothing was done", () => {
    expect(layoutChanges(NO_EDITS, closeSection(NO_EDITS, sectionOf(NO_EDITS, "a"), true))).toBe("");
    expect(layoutChanges(NO_EDITS, structuredClone(NO_EDITS))).toBe("");
  });
});

describe("searching", () => {
  const { sections } = place(NO_EDITS, [
    section("reward", ["reward/raw", "reward/shaped"]),
    section("gpu", ["gpu.0/util", "gpu.1/util", "gpu.1/temp"]),
  ]);
  const found = (search: string) => findPanels(sections, search).flatMap((s) => s.panels.map((p) => p.key));

  test("finds by title, by name and by section, every word", () => {
    expect(found("Reward, SHAPED")).toEqual(["reward/shaped"]);
    expect(found("util gpu.1")).toEqual(["gpu.1/util"]);
    expect(found("GPU")).toHaveLength(3);
    expect(found("nothing")).toEqual([]);
  });

  test("opens what it finds, and shows all where nothing is looked for", () => {
    const closed = sections.map((s) => ({ ...s, closed: true }));
    expect(findPanels(closed, "temp")[0].closed).toBe(false);
    expect(findPanels(closed, "  ")).toBe(closed);
  });
});

test("a stretch ends with the first row that fills it", () => {
  const [base] = sectionOf(NO_EDITS, "b").panels;
  const panels = range(50).map((key) => ({ ...base, key, size: { ...base.size, width: "third" as const } }));
  expect(splitRows(panels, 24).map((stretch) => stretch.length)).toEqual([24, 24, 2]);
  expect(splitRows(panels, 25).map((stretch) => stretch.length)).toEqual([27, 23]);
});

test("stretches hold every panel once and end where rows end", () => {
  const width = fc.constantFrom("quarter" as const, "third" as const, "half" as const, "full" as const);
  const parts = { quarter: 3, third: 4, half: 6, full: 12 };
  fc.assert(
    fc.property(fc.array(width, { maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (widths, least) => {
      const [base] = sectionOf(NO_EDITS, "b").panels;
      const panels = widths.map((w, i) => ({ ...base, key: `${i}`, size: { ...base.size, width: w } }));
      const stretches = splitRows(panels, least);
      expect(stretches.flat()).toEqual(panels);
      stretches.forEach((stretch, i) => {
        const next = stretches[i + 1]?.[0];
        if (!next) return;
        expect(stretch.length).toBeGreaterThanOrEqual(least);
        let used = 0;
        for (const { size } of stretch)
          used = used + parts[size.width] > 12 ? parts[size.width] : used + parts[size.width];
        expect(used + parts[next.size.width]).toBeGreaterThan(12);
      });
    }),
  );
});

test("every layout that edits make passes the schema", () => {
  let layout = addPanel(NO_EDITS, own(["x", "y"], "T", "b"));
  layout = movePanel(layout, sectionOf(layout, "b"), "added:1", 0);
  layout = resizePanel(layout, sectionOf(layout, "b").panels[0], { width: "half", height: "tall" });
  layout = closeSection(removePanel(layout, "a1"), sectionOf(layout, "a"), true);
  expect(PanelLayoutSchema.parse(layout)).toEqual(layout);
});
