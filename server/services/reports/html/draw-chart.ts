import { possibleRange, recordingCutter } from "../../../contracts/possible-range.ts";
import type { ChartLine, ChartPanel } from "../../../contracts/reports/report-answer.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { writePlace } from "../../../wording/charts/axes.ts";
import { shortNote } from "../../../wording/charts/bands.ts";
import { listAnd, writeCount } from "../../../wording/counts.ts";
import { intervalsCut } from "../../../wording/charts/feet.ts";
import { printedUnit, writeQuantity } from "../../../wording/quantities.ts";
import { NOT_MEASURED } from "../../../wording/typography.ts";
import { assignColours } from "../../../plot/colours.ts";
import { xSpec, ySpec } from "../../../plot/metric-axes.ts";
import type { PlotModel, PlotSeries } from "../../../plot/plot-model.ts";
import { nameLines, prepareBands } from "../../../plot/preparers.ts";
import type { BandPoint, BandSeries } from "../../../plot/series.ts";
import { drawPlot } from "./draw-plot.ts";
import { folded, h } from "./element.ts";

const WIDE = { width: 680, height: 262 };
const NARROW = { width: 358, height: 220 };

/** What a line is of: all attempts of a run are of that, and two runs may have one name. */
const ownerOf = ({ runId, label }: ChartLine): string => runId ?? label;

const ownersIn = (lines: ChartLine[]): string[] => [...new Set(lines.map(ownerOf))];

/** All lines of one owner have one colour; an only one is ink, as on a page. */
function coloursOf(lines: ChartLine[]) {
  const others = ownersIn(lines.filter((line) => !line.baseline));
  const placeOf = new Map(lines.map((line) => [ownerOf(line), line.place]));
  const baseline = lines.find((line) => line.baseline);
  if (!baseline && others.length === 1) return new Map([[others[0], "ink" as const]]);
  return assignColours(
    others.map((key, index) => ({ key, place: placeOf.get(key) ?? index + 1 })),
    baseline ? ownerOf(baseline) : null,
  );
}

/** Points of a line. One where nothing was measured is left out: the line is broken there. */
function pointsOf({ x, mean, low, high, seeds, n, nonFinite, posInf, negInf }: ChartLine): BandPoint[] {
  return x.flatMap((at, i) => {
    const behind = n?.[i] ?? (mean[i] === null ? 0 : seeds);
    const lost = nonFinite?.[i] ?? 0;
    if (behind + lost === 0) return [];
    const infinite = { posInf: posInf?.[i] ?? 0, negInf: negInf?.[i] ?? 0 };
    return [{ x: at, mean: mean[i], low: low[i], high: high[i], n: behind, nonFinite: lost, ...infinite }];
  });
}

/** Names of the lines; an attempt says which it is where its run has several. */
const namesOf = (lines: ChartLine[]): string[] =>
  nameLines(lines.map(({ label, attempt }, i) => ({ key: String(i), label, attempt })));

function seriesOf(lines: ChartLine[]): BandSeries[] {
  const colours = coloursOf(lines);
  const isOnly = ownersIn(lines).length === 1;
  return lines.map((line, i) => ({
    key: String(i),
    // An only one is named under the drawing; of several attempts the last has the name at its end.
    label: isOnly || lines.findLast((one) => ownerOf(one) === ownerOf(line)) !== line ? "" : line.label,
    name: line.label,
    attempt: line.attempt,
    colour: colours.get(ownerOf(line)),
    baseline: line.baseline,
    points: pointsOf(line),
    seeds: line.seeds,
    ofLogger: line.ofLogger,
  }));
}

/** Where its intervals end. */
const rangeOf = ({ metric, unit, possible }: ChartPanel) => possible ?? possibleRange(metric, unit);

/** The model of a panel, as pages make theirs. */
const modelOf = (panel: ChartPanel): PlotModel =>
  prepareBands({
    series: seriesOf(panel.lines),
    x: xSpec("step"),
    y: { ...ySpec(panel.metric, "linear", panel.unit), possible: rangeOf(panel) },
    seams: panel.seams,
    seedsTold: true,
  });

const NOWHERE: [low: number, high: number] = [Infinity, -Infinity];

/**
 * Every line where it ends, in words: its name, the step, and the value there with its interval and seeds. Intervals end where
 * those of the drawing do; `cut` says so where one did, for who has no drawing with its caption.
 */
export function lineEnds(panel: ChartPanel) {
  const { lines, unit } = panel;
  const names = namesOf(lines);
  const means = lines.flatMap(({ mean }) => mean.filter((value) => value !== null));
  const reach = means.reduce<[number, number]>(
    ([low, high], mean) => [Math.min(low, mean), Math.max(high, mean)],
    NOWHERE,
  );
  const { within, cutAt } = recordingCutter(rangeOf(panel), ...reach);
  const inside = (bound: number | null): number | null => (bound === null ? null : within(bound));
  const rows = lines.map((line, i) => {
    const last = line.mean.findLastIndex((v) => v !== null);
    const at = (list: (number | null)[]) => (last < 0 ? null : list[last]);
    return {
      name: names[i],
      step: last < 0 ? NOT_MEASURED : writePlace(line.x[last]),
      ...writeQuantity({
        value: at(line.mean),
        low: inside(at(line.low)),
        high: inside(at(line.high)),
        unit,
      }),
      seeds: writeCount(line.n?.[last] ?? line.seeds),
    };
  });
  const bounds = cutAt();
  return { rows, cut: bounds.length > 0 ? `${intervalsCut(bounds, unit)}.` : null };
}

/** The last value of every line as a table: what a reader without the picture gets. */
function endTable(panel: ChartPanel): ReportNode {
  const unit = printedUnit(panel.unit);
  const heads = ["Line", "Train step", `${panel.title}${unit ? `, ${unit}` : ""}`, "95 % interval", "Seeds"];
  const rows = lineEnds(panel).rows.map(({ name, step, value, interval, seeds }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      [step, value, interval ?? "no interval", seeds].map((cell) => h("td", { class: "num" }, cell)),
    ),
  );
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
            heads.map((head, i) => h("th", { scope: "col", class: i > 0 ? "num" : null }, head)),
          ),
        ),
        h("tbody", {}, rows),
      ),
    ),
  );
}

/**
 * What the fills of a drawing are; of many lines only the baseline has one, and bars stand for the others. Where there is none,
 * the sentences about seeds say why (`server/wording/charts/bands.ts`).
 */
function fillWords({ series }: PlotModel): string {
  const bands = series.filter(({ area }) => area).length;
  const hasBars = series.some(({ whisker }) => whisker);
  const isMany = hasBars || (bands === 1 && series.length > 1 && series.every(isBaselineOrBare));
  if (!isMany) return "";
  return (
    [
      ...(bands > 0 ? ["Band: the baseline's"] : []),
      ...(hasBars
        ? [`${bands > 0 ? "b" : "B"}ars at the right: the last 95 % t interval of the others`]
        : []),
    ].join("; ") + "."
  );
}

const isBaselineOrBare = ({ role, area }: PlotSeries): boolean => (role === "baseline") === (area !== null);

/** What the lines and fills of a panel are, in words, and what it could not draw at its value. */
function captionOf({ lines }: ChartPanel, model: PlotModel): string[] {
  const isRun = lines.every((line) => line.seeds === 1);
  const isMany = ownersIn(lines).length > 1;
  // What the mean and its interval are, the notes about seeds say.
  const what = isRun ? [isMany ? "Lines: single runs." : `Line: ${lines[0].label}, a single run.`] : [];
  const who = isRun || isMany ? [] : [`Line: ${lines[0].label}.`];
  return [...what, ...who, fillWords(model), ...model.notes.map((note) => `${note}.`)].filter(Boolean);
}

interface DrawnPanel {
  /** The title and the drawing. */
  nodes: ReportNode[];
  caption: string[];
  table: ReportNode | null;
}

function drawOne(panel: ChartPanel): DrawnPanel {
  const unit = printedUnit(panel.unit);
  const title = h(
    "p",
    { class: "r-panel-title" },
    h("b", {}, panel.title),
    unit ? ` ${unit}` : "",
    h("span", {}, " by train step"),
  );
  const model = modelOf(panel);
  if (model.empty) return { nodes: [title], caption: ["No points are stored yet."], table: null };
  const fills = model.series.some(({ whisker }) => whisker)
    ? "band of the baseline, last interval of the others"
    : "bands";
  const name = `${panel.title}${unit ? ` in ${unit}` : ""} by train step: ${namesOf(panel.lines).join(", ")}; ${fills}`;
  return {
    nodes: [title, drawPlot(model, WIDE, "r-wide", name), drawPlot(model, NARROW, "r-narrow", name)],
    caption: captionOf(panel, model),
    table: endTable(panel),
  };
}

/** Sentences of captions, and under which figure each stands. */
export type Said = Map<string, string>;

/** What another figure says already, word for word, is said by its name. */
function sayOnce(words: string[], label: string | null, said: Said): string[] {
  if (label === null) return words;
  const fresh = words.filter((one) => !said.has(one));
  const before = [...new Set(words.flatMap((one) => said.get(one) ?? []))];
  for (const one of fresh) said.set(one, label);
  return before.length === 0
    ? fresh
    : [...fresh, `${fresh.length > 0 ? "Otherwise as" : "As"} ${listAnd(before)}.`];
}

/**
 * Panels of lines with seed bands as static SVG: each once for a page, once for a phone, and as a table. What is true of all of
 * them is said once, under the last, behind `label` and before the notes.
 */
export function drawPanels(
  panels: ChartPanel[],
  notes: string[] = [],
  label: string | null = null,
  said: Said = new Map(),
): ReportNode[] {
  const drawn = panels.map(drawOne);
  const [shown, more] = [0, 1].map((part) => notes.flatMap((note) => shortNote(note)[part] ?? []));
  const common = drawn[0].caption.filter((words) => drawn.every(({ caption }) => caption.includes(words)));
  return drawn.flatMap(({ nodes, caption, table }, i) => {
    const own = caption.filter((words) => !common.includes(words));
    const isLast = i === drawn.length - 1;
    const words = isLast ? sayOnce([...common, ...own, ...shown], label, said) : own;
    return [
      ...nodes,
      ...(words.length > 0
        ? [h("p", { class: "r-note" }, isLast && label ? h("b", {}, `${label}. `) : null, words.join(" "))]
        : []),
      ...(isLast && more.length > 0 ? [folded("more on these lines", [h("p", {}, more.join(" "))])] : []),
      ...(table ? [table] : []),
    ];
  });
}
