interface Point {
  x: number;
  y: number;
}

export interface PlacedName {
  x: number;
  /** Baseline of the text. */
  y: number;
  anchor: "start" | "end";
}

const ABOVE = -4;
const BELOW = 12;
const TEXT_HEIGHT = 11;
const INSET = 3;

/**
 * Where the name of a reference line stands: at its right or left end, above or below it, wherever it covers the fewest
 * points of the data. `y` is the line, `width` the text, all in px.
 */
export function placeReference(
  y: number,
  width: number,
  plot: { left: number; right: number; top: number; bottom: number },
  points: Point[],
): PlacedName {
  const places = (["end", "start"] as const).flatMap((anchor) =>
    [ABOVE, BELOW].map((offset) => {
      const x = anchor === "end" ? plot.right - INSET : plot.left + INSET;
      return { x, y: y + offset, anchor };
    }),
  );
  const covered = (place: PlacedName) => {
    const left = place.anchor === "end" ? place.x - width : place.x;
    const [top, bottom] = [place.y - TEXT_HEIGHT, place.y + 2];
    if (top < plot.top - 6 || bottom > plot.bottom) return Infinity;
    return points.filter((point) => isWithin(point.x, left, left + width) && isWithin(point.y, top, bottom))
      .length;
  };
  const costs = places.map(covered);
  return places[costs.indexOf(Math.min(...costs))];
}

function isWithin(value: number, from: number, to: number): boolean {
  return value >= from && value <= to;
}
