import { expect, test } from "vitest";
import { NO_EDITS } from "#server/contracts/panel-layout.ts";
import { placePanels } from "./layout/place-panels.ts";
import { panelMenu, type PanelActs } from "./panel-menu.ts";

const panel = { key: "loss", title: null, unit: null, lines: [{ metric: "loss", label: "Loss" }] };
const generated = [{ id: "s", title: "S", note: "", panels: [panel] }];

/** What the menu of an only panel says of earlier attempts. */
function earlierIn(attempts: PanelActs["attempts"]) {
  const [section] = placePanels(generated, NO_EDITS).sections;
  const none = () => {};
  const acts: PanelActs = { edit: none, onMoved: none, onChange: none, onFull: none, attempts };
  const entries = panelMenu(section, section.panels[0], acts, false).flatMap((e) =>
    "onSelect" in e ? [e] : [],
  );
  return entries.filter(({ label }) => label.includes("earlier attempts"));
}

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
