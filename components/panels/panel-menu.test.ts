import { expect, test } from "vitest";
import { NO_EDITS } from "#server/contracts/charts/panel-layout.ts";
import { placePanels } from "./layout/place-panels.ts";
import { panelMenu, type PanelActs } from "./panel-menu.ts";

const panel = { key: "loss", title: null, unit: null, lines: [{ metric: "loss", label: "Loss" }] };
const generated = [{ id: "s", title: "S", note: "", panels: [panel] }];

/** A third of a row. */
const LAYOUT = { ...NO_EDITS, sizes: { loss: { width: "third", height: "normal" } as const } };

/** The menu of an only panel. */
function menuOf(more: Partial<PanelActs>) {
  const [section] = placePanels(generated, LAYOUT).sections;
  const none = () => {};
  const acts: PanelActs = { columns: 4, edit: none, onMoved: none, onChange: none, onFull: none, ...more };
  return panelMenu(section, section.panels[0], acts, false).flatMap((e) => ("onSelect" in e ? [e] : []));
}

const earlierIn = (attempts: PanelActs["attempts"]) =>
  menuOf({ attempts }).filter(({ label }) => label.includes("earlier attempts"));

test("where there are several attempts a panel offers to draw earlier ones whole, and to cut them again", () => {
  const asked: boolean[] = [];
  const onWhole = (whole: boolean) => void asked.push(whole);
  expect(earlierIn(undefined)).toEqual([]);
  for (const whole of [false, true]) {
    const [entry] = earlierIn({ whole, onWhole });
    expect(entry.label).toBe(whole ? "Cut earlier attempts" : "Show earlier attempts whole");
    entry.onSelect();
  }
  expect(asked).toEqual([true, false]);
});

test("a panel is offered the widths that can be seen: none where panels stand in one column", () => {
  const widthsIn = (columns: PanelActs["columns"]) =>
    menuOf({ columns })
      .filter(({ label }) => label === "Wider" || label === "Narrower")
      .map(({ label, end, blocked }) => [label, end ?? blocked]);
  expect(widthsIn(4)).toEqual([
    ["Wider", "1/2"],
    ["Narrower", "1/4"],
  ]);
  expect(widthsIn(2)).toEqual([
    ["Wider", "full"],
    ["Narrower", "as it is"],
  ]);
  expect(widthsIn(1)).toEqual([]);
});
