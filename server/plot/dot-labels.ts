import { type Box, overlap, type Point } from "./labels.ts";
import { shortenApart, textWidth } from "./text.ts";

/** A dot with the name that is to stand at it; `radius` in px. */
export interface NamedDot extends Point {
  key: string;
  text: string;
  radius: number;
}

/** Where the name of a dot stands: left edge and middle of the text, and what ties it to the dot where it stands apart. */
export interface DotLabel extends Point {
  key: string;
  text: string;
  leader: [Point, Point] | null;
}

/** What labels may stand in, and what they had better not cover: small dots of single runs. */
export interface DotRoom {
  box: Box;
  size: number;
  small: readonly Point[];
}

const HALF_HEIGHT = 6.5;
/** Between a dot and its name, where they touch. */
const NEAR = 5;
/** Distances from the dot that are tried, nearest first, in px. */
const RINGS = [0, 10, 20, 32, 46, 62, 80, 100];
/** A name at most this far away needs no line to its dot. */
const TIED = 3;
/** Names take at most this share of the width, and shorten beyond it. */
const SHARE = 0.4;
/** A small dot that is covered costs as much as so many px of distance. */
const COVERED = 6;
const DIRECTIONS = 16;

const around = ({ x, y }: Point, radius: number): Box => ({
  left: x - radius,
  right: x + radius,
  top: y - radius,
  bottom: y + radius,
});
const covers = (box: Box, { x, y }: Point): boolean =>
  x > box.left && x < box.right && y > box.top && y < box.bottom;
const isInside = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left &&
  inner.right <= outer.right &&
  inner.top >= outer.top &&
  inner.bottom <= outer.bottom;

/** Places around a dot, to the right first, then to the left, above and below; further rings at finer angles. */
function placesOf({ x, y, radius }: NamedDot, width: number): (Box & { distance: number })[] {
  const boxed = (left: number, middle: number, distance: number) => ({
    left,
    right: left + width,
    top: middle - HALF_HEIGHT,
    bottom: middle + HALF_HEIGHT,
    distance,
  });
  const beside = radius + NEAR;
  const above = radius + HALF_HEIGHT;
  const near = [
    boxed(x + beside, y, 0),
    boxed(x - beside - width, y, 0.5),
    boxed(x - width / 2, y - above, 1),
    boxed(x - width / 2, y + above, 1),
  ];
  const far = RINGS.flatMap((ring) =>
    Array.from({ length: DIRECTIONS }, (_, i) => {
      const turn = (i % 2 === 0 ? i / 2 : -(i + 1) / 2) * ((2 * Math.PI) / DIRECTIONS);
      const [across, down] = [Math.cos(turn), Math.sin(turn)];
      const px = x + across * (beside + ring);
      const left = across > 0.3 ? px : across < -0.3 ? px - width : px - width / 2;
      return boxed(left, y - down * (above + ring), ring + 2);
    }),
  );
  return [...near, ...far];
}

/** The line from the edge of a dot to the nearest edge of its name. */
function leaderOf({ x, y, radius }: NamedDot, box: Box): [Point, Point] | null {
  const to = {
    x: Math.min(box.right, Math.max(box.left, x)),
    y: Math.min(box.bottom, Math.max(box.top, y)),
  };
  const length = Math.hypot(to.x - x, to.y - y);
  if (length - radius <= NEAR + TIED) return null;
  const from = { x: x + ((to.x - x) * radius) / length, y: y + ((to.y - y) * radius) / length };
  return [from, to];
}

/**
 * Names at dots: none overlaps another or covers a named dot, all stand inside the box, and each stands as near to its dot as
 * that allows. A name that finds no room is left out; whoever draws names it elsewhere. Dots with the least room around them
 * choose first, so that the result does not depend on their order.
 */
export function placeDotLabels(dots: readonly NamedDot[], { box, size, small }: DotRoom): DotLabel[] {
  const texts = shortenApart(
    dots.map(({ text }) => text),
    size,
    (box.right - box.left) * SHARE,
  );
  const named = dots.map((dot, i) => ({ ...dot, text: texts[i], width: textWidth(texts[i], size) }));
  const bodies = named.map((dot) => around(dot, dot.radius));
  const crowd = (dot: Point) =>
    named.reduce((sum, other) => sum + 1 / (12 + Math.hypot(other.x - dot.x, other.y - dot.y)), 0);
  const order = named.toSorted((a, b) => crowd(b) - crowd(a) || (a.key < b.key ? -1 : 1));
  const taken: Box[] = [];
  const placed = new Map<string, DotLabel>();
  for (const dot of order) {
    const free = placesOf(dot, dot.width)
      .filter(
        (place) => isInside(place, box) && ![...taken, ...bodies].some((other) => overlap(place, other)),
      )
      .map((place) => ({
        place,
        cost: place.distance + COVERED * small.filter((point) => covers(place, point)).length,
      }))
      .toSorted((a, b) => a.cost - b.cost);
    const [best] = free;
    if (best === undefined) continue;
    taken.push(best.place);
    placed.set(dot.key, {
      key: dot.key,
      text: dot.text,
      x: best.place.left,
      y: best.place.top + HALF_HEIGHT,
      leader: leaderOf(dot, best.place),
    });
  }
  return named.flatMap(({ key }) => placed.get(key) ?? []);
}
