import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { NO_EDITS } from "#server/contracts/charts/panel-layout.ts";
import { PanelLayoutSchema } from "#server/contracts/charts/views.ts";
import { addPanel } from "./layout/close-section.ts";
import { placePanels } from "./layout/place-panels.ts";
import { kindsFor, PANEL_KINDS, type PanelRun, RunPanel } from "./panel-kinds.tsx";
import type { PanelLook } from "./panel-look.ts";

afterEach(() => delete PANEL_KINDS.tally);

/** What CONTRIBUTING says of a new kind of panels: one entry. */
function register() {
  PANEL_KINDS.tally = {
    question: "Strokes, one per metric",
    fits: ({ lines }) => lines.every(({ metric }) => metric.startsWith("count/")),
    options: [
      {
        id: "stroke",
        label: "Stroke",
        values: [
          { value: "line", label: "|" },
          { value: "cross", label: "+" },
        ],
      },
    ],
    Draw: ({ panel, run, options }) => (
      <p>
        {run.name} {(options.stroke === "cross" ? "+" : "|").repeat(panel.lines.length)}
      </p>
    ),
  };
}

const run = { id: "run_1", name: "grpo-s0", findings: [], stages: [] } as unknown as PanelRun;
const look = {} as PanelLook;

/** The panel that a view keeps, as it is placed when the view is read again. */
function placed(metrics: string[], more: { kind?: string; options?: Record<string, string> } = {}) {
  const layout = addPanel(NO_EDITS, { section: "own", title: "Counted", metrics, ...more });
  const read = PanelLayoutSchema.parse(JSON.parse(JSON.stringify(layout)));
  return placePanels([], read).sections[0].panels[0];
}

const drawn = (panel: ReturnType<typeof placed>) =>
  renderToStaticMarkup(<RunPanel run={run} panel={panel} look={look} />).replaceAll(/<[^>]*>/g, "");

test("a new kind of panels is one entry: it is offered for the metrics that it takes, kept in a view and drawn with its options", () => {
  const metrics = ["count/a", "count/b"];
  expect(kindsFor(placed(metrics))).toEqual(["together"]);
  register();
  expect(kindsFor(placed(metrics))).toEqual(["together", "tally"]);
  expect(kindsFor(placed(["reward/raw"]))).toEqual(["together"]);
  expect(drawn(placed(metrics, { kind: "tally" }))).toBe("grpo-s0 ||");
  expect(drawn(placed(metrics, { kind: "tally", options: { stroke: "cross" } }))).toBe("grpo-s0 ++");
  expect(drawn(placed(metrics, { kind: "tally", options: { stroke: "none", of: "before" } }))).toBe(
    "grpo-s0 ||",
  );
});

test("a view keeps a kind that is no more, and the panel is drawn by the first that fits", () => {
  const kept = placed(["count/a", "count/b"], { kind: "tally" });
  expect(kept.kind).toBe("tally");
  expect(kindsFor(kept)).toEqual(["together"]);
});
