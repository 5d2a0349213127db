import type { ChartLine, ChartPanel } from "../../../contracts/report-answer.ts";
import type { ReportNode } from "../../../contracts/report-tree.ts";
import { writePlace, writeTicks } from "../../../wording/axes.ts";
import { writeCount } from "../../../wording/counts.ts";
import { kindOfUnit, printedUnit, writeQuantity } from "../../../wording/quantities.ts";
import { NOT_MEASURED } from "../../../wording/typography.ts";
import { domainOf, pushApart, short, ticksOf } from "./chart-scale.ts";
import { h } from "./element.ts";

interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: (value: number) => number;
  y: (value: number) => number;
  /** Values at the bottom and the top. */
  low: number;
  high: number;
}

const LABEL_GAP = 13;
/** From this many lines on, bands would be mud: the others show their last interval at the right edge. */
const MANY_LINES = 4;
const WIDE = { width: 680, height: 262, label: 118, left: 40 };
const NARROW = { width: 358, height: 220, label: 92, left: 36 };

/** Subpaths of a line; a missing value breaks it. */
function linePath(line: ChartLine, frame: Frame): string {
  let [path, pen] = ["", false];
  line.mean.forEach((value, i) => {
    if (value === null) pen = false;
    else {
      path += `${pen ? "L" : "M"}${short(frame.x(line.x[i]))} ${short(frame.y(value))}`;
      pen = true;
    }
  });
  return path;
}

/** The area between the bounds, broken where there is no interval. */
function bandPath(line: ChartLine, frame: Frame): string {
  const parts: string[] = [];
  let run: number[] = [];
  const close = () => {
    if (run.length > 1) {
      const upper = run.map((i) => `${short(frame.x(line.x[i]))} ${short(frame.y(line.high[i] as number))}`);
      const lower = run
        .toReversed()
        .map((i) => `${short(frame.x(line.x[i]))} ${short(frame.y(line.low[i] as number))}`);
      parts.push(`M${upper.join("L")}L${lower.join("L")}Z`);
    }
    run = [];
  };
  line.x.forEach((_, i) => {
    if (line.low[i] === null || line.high[i] === null) close();
    else run.push(i);
  });
  close();
  return parts.join("");
}

function frameOf(panel: ChartPanel, size: typeof WIDE): Frame | null {
  const xs = domainOf(panel.lines.flatMap((l) => l.x));
  const banded = panel.lines.length < MANY_LINES ? panel.lines : panel.lines.filter((l) => l.baseline);
  const ys = domainOf([
    ...panel.lines.flatMap((l) => l.mean),
    ...banded.flatMap((l) => [...l.low, ...l.high]),
    ...panel.lines.flatMap((l) => [l.low.at(-1) ?? null, l.high.at(-1) ?? null]),
  ]);
  if (!xs || !ys) return null;
  const share = panel.unit === "share";
  const room = (ys[1] - ys[0]) * 0.06;
  const low = share ? Math.max(0, ys[0] - room) : ys[0] - room;
  const high = share ? Math.min(1, ys[1] + room) : ys[1] + room;
  const { width, height, left, label } = size;
  const [right, top, bottom] = [width - label, 10, height - 24];
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    x: (v) => left + ((v - xs[0]) / (xs[1] - xs[0])) * (right - left),
    // A bound beyond 0 or 100 % is drawn at the edge: a share has nothing outside.
    y: (v) => Math.max(top, Math.min(bottom, bottom - ((v - low) / (high - low || 1)) * (bottom - top))),
    low,
    high,
  };
}

function axes(panel: ChartPanel, frame: Frame): ReportNode[] {
  const ys = writeTicks(ticksOf(frame.low, frame.high, 4), kindOfUnit(panel.unit));
  const xs = domainOf(panel.lines.flatMap((l) => l.x)) ?? [0, 1];
  const wanted = Math.max(2, Math.floor((frame.right - frame.left) / 90));
  const xTicks = writeTicks(ticksOf(xs[0], xs[1], wanted), "number");
  return [
    ...ys.map(({ value, text }) => {
      const y = short(frame.y(value));
      return h(
        "g",
        {},
        h("line", { class: "r-grid", x1: frame.left, x2: frame.right, y1: y, y2: y }),
        h("text", { class: "r-tick r-end", x: frame.left - 6, y: Number(y) + 3.5 }, text),
      );
    }),
    h("line", { class: "r-axis", x1: frame.left, x2: frame.right, y1: frame.bottom, y2: frame.bottom }),
    ...xTicks.map(({ value, text }) => {
      const x = short(frame.x(value));
      return h(
        "g",
        {},
        h("line", { class: "r-axis", x1: x, x2: x, y1: frame.bottom, y2: frame.bottom + 3.5 }),
        h("text", { class: "r-tick r-middle", x, y: frame.bottom + 16 }, text),
      );
    }),
  ];
}

const colourOf = (index: number, line: ChartLine) => (line.baseline ? "r-base" : `r-c${(index % 12) + 1}`);

/** A name that fits beside the line; the legend of the data below has it whole. */
const shorten = (name: string, most: number) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);

function labels(drawn: { line: ChartLine; colour: string }[], frame: Frame): ReportNode[] {
  const ends = drawn.flatMap(({ line, colour }) => {
    const last = line.mean.findLastIndex((v) => v !== null);
    return last < 0
      ? []
      : [{ line, colour, x: frame.x(line.x[last]), y: frame.y(line.mean[last] as number) }];
  });
  const placed = pushApart(
    ends.map((e) => e.y),
    LABEL_GAP,
    frame.top,
    frame.bottom,
  );
  const most = frame.width < 500 ? 12 : 16;
  return ends.map(({ line, colour, x, y }, i) =>
    h(
      "g",
      { class: colour },
      h("path", {
        class: "r-leader",
        d: `M${short(x + 2)} ${short(y)}L${short(frame.right + 12)} ${short(placed[i])}`,
      }),
      h(
        "text",
        { class: "r-label", x: short(frame.right + 15), y: short(placed[i] + 4) },
        shorten(line.label, most),
      ),
    ),
  );
}

function drawSize(panel: ChartPanel, size: typeof WIDE, className: string, name: string): ReportNode | null {
  const frame = frameOf(panel, size);
  if (!frame) return null;
  let next = 0;
  const coloured = panel.lines.map((line) => ({ line, colour: colourOf(line.baseline ? 0 : next++, line) }));
  // The baseline is drawn last, so that no line hides it.
  const drawn = coloured.toSorted((a, b) => Number(a.line.baseline) - Number(b.line.baseline));
  const many = panel.lines.length >= MANY_LINES;
  const bars = many ? drawn.filter(({ line }) => !line.baseline && (line.low.at(-1) ?? null) !== null) : [];
  return h(
    "svg",
    {
      class: `r-chart ${className}`,
      viewBox: `0 0 ${frame.width} ${frame.height}`,
      role: "img",
      "aria-label": name,
    },
    axes(panel, frame),
    drawn
      .filter(({ line }) => !many || line.baseline)
      .map(({ line, colour }) => h("path", { class: `r-band ${colour}`, d: bandPath(line, frame) })),
    drawn.map(({ line, colour }) => h("path", { class: `r-line ${colour}`, d: linePath(line, frame) })),
    bars.map(({ line, colour }, i) =>
      h("line", {
        class: `r-bar ${colour}`,
        x1: short(frame.right + 2 + i * 2.5),
        x2: short(frame.right + 2 + i * 2.5),
        y1: short(frame.y(line.low.at(-1) as number)),
        y2: short(frame.y(line.high.at(-1) as number)),
      }),
    ),
    labels(drawn, frame),
  );
}

/** The last value of every line as a table: what a reader without the picture gets. */
function endTable(panel: ChartPanel): ReportNode {
  const unit = printedUnit(panel.unit);
  return h(
    "details",
    { class: "r-data" },
    h("summary", {}, "Values at the end of each line"),
    h(
      "div",
      { class: "r-table-frame" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Line", "Train step", `${panel.title}${unit ? `, ${unit}` : ""}`, "95 % interval", "Seeds"].map(
              (head, i) => h("th", { scope: "col", class: i > 0 ? "num" : null }, head),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          panel.lines.map((line) => {
            const last = line.mean.findLastIndex((v) => v !== null);
            const at = (list: (number | null)[]) => (last < 0 ? null : list[last]);
            const written = writeQuantity({
              value: at(line.mean),
              low: at(line.low),
              high: at(line.high),
              unit: panel.unit,
            });
            return h(
              "tr",
              {},
              h("th", { scope: "row" }, line.label),
              h("td", { class: "num" }, last < 0 ? NOT_MEASURED : writePlace(line.x[last])),
              h("td", { class: "num" }, written.value),
              h("td", { class: "num" }, written.interval ?? "no interval"),
              h("td", { class: "num" }, writeCount(line.seeds)),
            );
          }),
        ),
      ),
    ),
  );
}

/** What the lines and fills of a panel are, in words: a fill that is not named is not read. */
function captionOf(panel: ChartPanel): ReportNode {
  const banded = panel.lines.some((line) => line.low.some((v) => v !== null));
  const words = !banded
    ? "No band: fewer than 3 seeds."
    : panel.lines.length < MANY_LINES
      ? "Bands: 95 % t interval over seeds."
      : "Band: 95 % t interval of the baseline over seeds; bars at the right: the last interval of the others.";
  const isRun = panel.lines.every((line) => line.seeds === 1);
  return h("p", { class: "r-note" }, `${isRun ? "Lines: single runs." : "Lines: mean over seeds."} ${words}`);
}

/** A panel of lines with seed bands as static SVG: once for a page, once for a phone, and as a table. */
export function drawPanel(panel: ChartPanel): ReportNode[] {
  const unit = printedUnit(panel.unit);
  const bands =
    panel.lines.length >= MANY_LINES ? "band of the baseline, last interval of the others" : "bands";
  const name = `${panel.title}${unit ? ` in ${unit}` : ""} by train step: ${panel.lines.map((l) => l.label).join(", ")}; ${bands}`;
  const wide = drawSize(panel, WIDE, "r-wide", name);
  const narrow = drawSize(panel, NARROW, "r-narrow", name);
  return [
    h(
      "p",
      { class: "r-panel-title" },
      h("b", {}, panel.title),
      unit ? ` ${unit}` : "",
      h("span", {}, " by train step"),
    ),
    ...(wide && narrow
      ? [wide, narrow, captionOf(panel), endTable(panel)]
      : [h("p", { class: "r-note" }, "No points are stored yet.")]),
  ];
}
