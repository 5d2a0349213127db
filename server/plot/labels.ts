import type { PlotModel, PlotSeries, Line } from "./plot-model.ts";
import type { Scale } from "./scale.ts";
import { drawnSamples, eachRun } from "./stretches.ts";
import { shortenApart, textWidth } from "./text.ts";

/** Labels closer than this, in px, cannot be read. */
const LABEL_GAP = 13;
/** What a chart keeps above and below its plot, about. */
const MARGINS = 25;
/** Lines without room for labels are listed once there are these many. */
const LISTED = 2;

/**
 * The lines that are labelled at their end: all that have a label and are not the rest, if each finds room in a chart of
 * this height; none where some would not. An only line is named by the title.
 */
export function chooseLabels({ series, lines }: PlotModel, height: number): PlotSeries[] {
  if (lines.length < 2) return [];
  const labelled = series.filter(
    ({ role, label, line }) => role !== "rest" && label !== "" && line.runs.length > 0,
  );
  return labelled.length * LABEL_GAP <= height - MARGINS + LABEL_GAP ? labelled : [];
}

/** Whether lines need a legend: where several are named nowhere else, or one is hidden and must find its way back. */
export function needsLegend(model: PlotModel, height: number): boolean {
  if (model.lines.some((line) => line.hidden)) return true;
  const labelled = new Set(chooseLabels(model, height).map((one) => one.key));
  return model.lines.filter(({ key, name }) => name !== "" && !labelled.has(key)).length >= LISTED;
}

export interface EndLabel {
  key: string;
  text: string;
  /** Where the line ends. */
  from: Point;
  /** Left edge and middle of the text. */
  x: number;
  y: number;
  /** What ties it to the end of its line; empty where it stands there. */
  leader: Point[];
  /** Its line ended before the right edge: the end is marked, and a leader from there is no part of the line. */
  early: boolean;
}

export interface Point {
  x: number;
  y: number;
}

interface LabelRoom {
  /** Of the data. Its bottom is as low as the middle of a text may stand. */
  plot: Box;
  /** How low a label in the plot may reach. */
  floor: number;
  /** Left edge of the labels beside the plot, and the widest text there. */
  labelX: number;
  width: number;
}

/** Size of the text in px, as the style sheet has it. */
export const LABEL_SIZE = 11;
const TEXT_HALF = 7;
/** A line that stops this far before the right edge, in px, has visibly ended. */
const EARLY = 12;
/** Between the end of a line and its label: room for a live dot. */
const BESIDE_END = 8;
/** How far a label may move up or down from the end of its line to stand free. */
const MOVES = [0, -8, 8];
/** A label that moved less than this needs no leader. */
const STILL = 2;
const LEADER_FROM = 10;
const LEADER_TO = 3;
const OFF_END = 4;

/**
 * Labels at the ends of lines. A line that ended early is named right where it ends, if the name covers no line there; else
 * it stands in the column beside the plot with the others, on a leader that comes from the true end.
 */
export function layoutLabels(
  labelled: PlotSeries[],
  { series, x: { domain } }: Pick<PlotModel, "series" | "x">,
  x: Scale,
  y: Scale,
  { plot, floor, labelX, width }: LabelRoom,
): EndLabel[] {
  const texts = shortenApart(
    labelled.map(({ label }) => label),
    LABEL_SIZE,
    width,
  );
  const ends = labelled
    .flatMap(({ key, line }, index) => {
      const last = drawnSamples(line, domain).at(-1);
      if (last === undefined) return [];
      const from = {
        x: x.toPx(line.samples.x[last]),
        // A line may end beyond an edge that y does not reach.
        y: Math.min(plot.bottom, Math.max(plot.top, y.toPx(line.samples.y[last]))),
      };
      const early = last + 1 === lastDrawn(line) && from.x < plot.right - EARLY;
      return [{ key, text: texts[index], from, early }];
    })
    .sort((a, b) => a.from.y - b.from.y);
  const taken = new Map<string, Box>();
  const isFree = (box: Box) =>
    box.right <= plot.right &&
    box.top >= plot.top - TEXT_HALF &&
    box.bottom <= floor &&
    ![...taken.values()].some((other) => overlap(box, other)) &&
    !series.some(({ line }) => crossesBox(line, x, y, box));
  const inside = new Map<string, EndLabel>();
  for (const { early, ...end } of ends) {
    if (!early) continue;
    const move = MOVES.find((by) => isFree(boxOf(end.text, end.from, by)));
    if (move === undefined) continue;
    taken.set(end.key, boxOf(end.text, end.from, move));
    inside.set(end.key, {
      ...end,
      x: end.from.x + BESIDE_END,
      y: end.from.y + move,
      leader: [],
      early,
    });
  }
  clearWays(ends, taken);
  for (const key of inside.keys()) if (!taken.has(key)) inside.delete(key);
  const beside = ends.filter(({ key }) => !inside.has(key));
  const placed = placeLabels(
    beside.map((end) => end.from.y),
    LABEL_GAP,
    plot.top,
    plot.bottom,
  );
  const column = new Map(
    beside.map((end, index) => {
      const to = { x: labelX - LEADER_TO, y: placed[index] };
      const turn = { x: labelX - LEADER_FROM, y: end.from.y };
      const leader = end.early
        ? [{ x: end.from.x + OFF_END, y: end.from.y }, turn, to]
        : Math.abs(to.y - end.from.y) > STILL
          ? [turn, to]
          : [];
      return [end.key, { ...end, x: labelX, y: placed[index], leader }];
    }),
  );
  return ends.flatMap(({ key }) => inside.get(key) ?? column.get(key) ?? []);
}

/**
 * A leader runs level from an early end to the column. Names that one would strike through leave the plot for the column
 * too, until none is in the way of another.
 */
function clearWays(ends: Pick<EndLabel, "key" | "from" | "early">[], inside: Map<string, Box>): void {
  const leads = ends.filter(({ key, early }) => early && !inside.has(key));
  for (let lead = leads.pop(); lead; lead = leads.pop()) {
    const { x, y } = lead.from;
    for (const end of ends) {
      const box = inside.get(end.key);
      if (!box || box.right < x || y < box.top || y > box.bottom) continue;
      inside.delete(end.key);
      leads.push(end);
    }
  }
}

/** One behind the last sample that is drawn, wherever it is. */
const lastDrawn = ({ runs }: Line): number => (runs.length > 0 ? runs[runs.length - 1] : 0);

function boxOf(text: string, from: Point, move: number): Box {
  const left = from.x + BESIDE_END;
  const middle = from.y + move;
  return {
    left,
    right: left + textWidth(text, LABEL_SIZE),
    top: middle - TEXT_HALF,
    bottom: middle + TEXT_HALF,
  };
}

export const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

interface Block {
  /** Sum of the wished positions of its labels, each moved to where the first one would stand. */
  sum: number;
  count: number;
}

/**
 * Pushes labels apart so that no two are closer than `gap`, keeps their order, and moves them as little as possible in the
 * least-squares sense (pool adjacent violators). They stay between `top` and `bottom` where they fit. `wished` is ascending;
 * the result has the same order. All in px.
 */
export function placeLabels(wished: number[], gap: number, top: number, bottom: number): number[] {
  const blocks: Block[] = [];
  const start = (block: Block) => block.sum / block.count;
  wished.forEach((position) => {
    blocks.push({ sum: position, count: 1 });
    while (blocks.length > 1) {
      const last = blocks[blocks.length - 1];
      const before = blocks[blocks.length - 2];
      if (start(before) + before.count * gap <= start(last)) break;
      blocks.pop();
      before.sum += last.sum - last.count * before.count * gap;
      before.count += last.count;
    }
  });
  const placed = blocks.flatMap((block) =>
    Array.from({ length: block.count }, (_, index) => start(block) + index * gap),
  );
  for (let index = placed.length - 1, limit = bottom; index >= 0; index--, limit = placed[index + 1] - gap)
    placed[index] = Math.min(placed[index], limit);
  for (let index = 0, limit = top; index < placed.length; index++, limit = placed[index - 1] + gap)
    placed[index] = Math.max(placed[index], limit);
  return placed;
}

/** In px. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Whether a drawn line passes through the box, between two of its samples too. */
function crossesBox(line: Line, x: Scale, y: Scale, { left, right, top, bottom }: Box): boolean {
  const { samples } = line;
  let crosses = false;
  eachRun(line, [x.toValue(left), x.toValue(right)], (start, end) => {
    for (let index = start; index < end && !crosses; index++) {
      const next = Math.min(index + 1, end - 1);
      const [x0, x1] = [x.toPx(samples.x[index]), x.toPx(samples.x[next])];
      if (x1 < left || x0 > right) continue;
      const [y0, y1] = [y.toPx(samples.y[index]), y.toPx(samples.y[next])];
      const at = (px: number) => (x1 > x0 ? y0 + ((y1 - y0) * (px - x0)) / (x1 - x0) : y0);
      const [from, to] = x1 > x0 ? [at(Math.max(x0, left)), at(Math.min(x1, right))] : [y0, y1];
      crosses = Math.min(from, to) <= bottom && Math.max(from, to) >= top;
    }
  });
  return crosses;
}
