import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readSpan, readTime } from "./times.ts";
import { writeDay, writeDuration, writeMoment, writeNearMoment } from "../times.ts";

const NOW = Date.UTC(2026, 10, 28, 6, 32, 10);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const day = (year: number, month: number, date: number) => {
  const from = Date.UTC(year, month - 1, date);
  return { from, to: from + DAY };
};

test.each([
  ["2026-11-01", day(2026, 11, 1)],
  ["2026/11/1", day(2026, 11, 1)],
  ["1.11.2026", day(2026, 11, 1)],
  ["1 Nov", day(2026, 11, 1)],
  ["Nov 1", day(2026, 11, 1)],
  ["November 1, 2025", day(2025, 11, 1)],
  ["1 November 2025", day(2025, 11, 1)],
  ["30 Nov", day(2025, 11, 30)],
  ["today", day(2026, 11, 28)],
  ["Yesterday", day(2026, 11, 27)],
  ["2026-11", { from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 11, 1) }],
  ["2026-12", { from: Date.UTC(2026, 11, 1), to: Date.UTC(2027, 0, 1) }],
  ["today 06:09", { from: Date.UTC(2026, 10, 28, 6, 9), to: Date.UTC(2026, 10, 28, 6, 10) }],
  ["06:09", { from: Date.UTC(2026, 10, 28, 6, 9), to: Date.UTC(2026, 10, 28, 6, 10) }],
  ["2026-11-01 06:09:30", { from: Date.UTC(2026, 10, 1, 6, 9, 30), to: Date.UTC(2026, 10, 1, 6, 9, 31) }],
  ["2026-11-01T06:09 UTC", { from: Date.UTC(2026, 10, 1, 6, 9), to: Date.UTC(2026, 10, 1, 6, 10) }],
  ["2026-11-01T06:09:00+02:00", { from: Date.UTC(2026, 10, 1, 4, 9), to: Date.UTC(2026, 10, 1, 4, 9) + 1 }],
  ["3 days ago", { from: NOW - 3 * DAY, to: NOW - 3 * DAY + 1 }],
  ["2 h 5 min ago", { from: NOW - 125 * MINUTE, to: NOW - 125 * MINUTE + 1 }],
  ["now", { from: NOW, to: NOW + 1 }],
  ["1795845750326", { from: 1795845750326, to: 1795845750327 }],
])("%s is a time", (text, time) => {
  expect(readTime(text, NOW)).toEqual(time);
});

test.each([
  "",
  "soon",
  "2026-02-30",
  "2026-13",
  "32 Nov",
  "25:00",
  "1 Foo",
  "11/28/2026",
  "3 ago",
  "3",
  "0.5",
  "2026-11 06:09",
])("%j is no time", (text) => {
  expect(readTime(text, NOW)).toBeNull();
});

test("every moment that a page writes is read back", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 700 * DAY }), (back) => {
      const at = NOW - back;
      expect(readTime(writeMoment(at), NOW)?.from).toBe(Math.floor(at / 1000) * 1000);
      expect(readTime(writeDay(at), NOW)?.from).toBe(Math.floor(at / DAY) * DAY);
      const near = readTime(writeNearMoment(at, NOW), NOW);
      expect(near !== null && near.from <= at && at < near.to).toBe(true);
    }),
  );
});

test.each([
  ["90 s", 90_000],
  ["1.5h", 90 * MINUTE],
  ["2 h 5 min", 125 * MINUTE],
  ["1500", 1500],
  ["2 weeks", 14 * DAY],
  ["much", null],
  ["5 parsec", null],
  ["3 h or so", null],
])("%s is so long", (text, ms) => {
  expect(readSpan(text)).toBe(ms);
});

test("every length that a page writes is read back about as long", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 * DAY }), (ms) => {
      const read = readSpan(writeDuration(ms));
      expect(read).not.toBeNull();
      expect(Math.abs((read as number) - ms)).toBeLessThanOrEqual(Math.max(1, ms * 0.05));
    }),
  );
});
