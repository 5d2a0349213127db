import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type DotLabel, type NamedDot, placeDotLabels } from "./dot-labels.ts";
import { textWidth } from "./text.ts";

const SIZE = 11;
const box = { left: 0, right: 340, top: 0, bottom: 260 };
const room = { box, size: SIZE, small: [] };
const dot = (key: string, x: number, y: number, text = key): NamedDot => ({ key, text, x, y, radius: 5 });
const boxOf = ({ text, x, y }: DotLabel) => ({
  left: x,
  right: x + textWidth(text, SIZE),
  top: y - 6,
  bottom: y + 6,
});
const overlap = (a: ReturnType<typeof boxOf>, b: ReturnType<typeof boxOf>) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const dots = fc
  .uniqueArray(
    fc.record({
      x: fc.double({ min: 5, max: 335, noNaN: true }),
      y: fc.double({ min: 5, max: 255, noNaN: true }),
      length: fc.integer({ min: 1, max: 22 }),
    }),
    { maxLength: 14, selector: ({ x, y }) => `${x} ${y}` },
  )
  .map((all) => all.map(({ x, y, length }, i) => dot(`${i}`, x, y, "n".repeat(length))));

test("no name overlaps another, covers a named dot or leaves the plot, wherever the dots lie", () => {
  fc.assert(
    fc.property(dots, (all) => {
      const boxes = placeDotLabels(all, room).map(boxOf);
      for (const [i, own] of boxes.entries()) {
        expect(own.left).toBeGreaterThanOrEqual(box.left);
        expect(own.right).toBeLessThanOrEqual(box.right + 1e-9);
        expect(own.top).toBeGreaterThanOrEqual(box.top);
        expect(own.bottom).toBeLessThanOrEqual(box.bottom);
        for (const other of boxes.slice(i + 1)) expect(overlap(own, other)).toBe(false);
        for (const { x, y } of all)
          expect(overlap(own, { left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 })).toBe(false);
      }
    }),
  );
});

test("a few names always find room, even on one spot", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 150, max: 156 }), fc.integer({ min: 120, max: 126 })), {
        minLength: 1,
        maxLength: 7,
      }),
      (spots) => {
        const all = spots.map(([x, y], i) => dot(`name ${i}`, x, y));
        expect(placeDotLabels(all, room)).toHaveLength(all.length);
      },
    ),
  );
});

test("where nothing is near, a name stands right of its dot without a line; at the right edge left of it", () => {
  const [far, edge] = placeDotLabels([dot("far", 100, 100), dot("edge", 332, 200)], room);
  expect(far).toMatchObject({ y: 100, leader: null });
  expect(far.x - 100).toBeLessThan(12);
  expect(edge.x + textWidth("edge", SIZE)).toBeLessThan(332);
});

test("a name that had to move away is tied to its dot", () => {
  const crowd = Array.from({ length: 7 }, (_, i) => dot(`configuration ${i}`, 150 + i, 120 + i));
  const moved = placeDotLabels(crowd, room).filter(({ leader }) => leader !== null);
  expect(moved.length).toBeGreaterThan(0);
  for (const { leader, key } of moved) {
    const own = crowd.find((one) => one.key === key) as NamedDot;
    const [from] = leader as NonNullable<DotLabel["leader"]>;
    expect(Math.hypot(from.x - own.x, from.y - own.y)).toBeCloseTo(5, 6);
  }
});

test("the order of the dots changes nothing", () => {
  const all = [dot("a", 100, 100), dot("b", 104, 103), dot("c", 98, 110), dot("d", 240, 60)];
  const placed = (list: NamedDot[]) =>
    placeDotLabels(list, room).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  expect(placed(all.toReversed())).toEqual(placed(all));
});

test("small dots of single runs are rather not covered", () => {
  const small = [{ x: 120, y: 100 }];
  const [named] = placeDotLabels([dot("name", 100, 100)], { ...room, small });
  expect(named.x + textWidth("name", SIZE)).toBeLessThan(100);
});
