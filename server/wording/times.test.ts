import { expect, test } from "vitest";
import {
  writeAge,
  writeClock,
  writeDay,
  writeDuration,
  writeMoment,
  writeNearMoment,
  writeTimeOfDay,
} from "./times.ts";

const thin = (text: string) => text.replaceAll("~", "\u202f");

test("durations are in words, and h:mm on an axis", () => {
  const minute = 60_000;
  expect([27 * minute, 65 * minute, 1600 * minute, 20_000, -65 * minute].map(writeClock)).toEqual([
    "0:27",
    "1:05",
    "26:40",
    "0:00",
    "−1:05",
  ]);
  expect(
    [240, 3610, 42_000, 15 * minute, 125 * minute, 120 * minute, 76 * 60 * minute].map(writeDuration),
  ).toEqual(["240~ms", "3.6~s", "42~s", "15~min", "2~h 5~min", "2~h", "3~d 4~h"].map(thin));
  expect([writeDuration(null), writeDuration(-5)]).toEqual(["–", thin("0~ms")]);
});

test("times are UTC, ages relative", () => {
  const now = Date.UTC(2026, 10, 21, 23, 7, 41);
  expect(writeMoment(now)).toBe("2026-11-21 23:07:41 UTC");
  expect([writeDay(now), writeTimeOfDay(now)]).toEqual(["2026-11-21", "23:07:41 UTC"]);
  expect([0, 2000, 14 * 60_000, -11 * 60_000].map((d) => writeAge(now - d, now))).toEqual(
    ["now", "2~s ago", "14~min ago", "in 11~min"].map(thin),
  );
  expect(writeNearMoment(Date.UTC(2026, 10, 21, 19, 46), now)).toBe("today 19:46");
  expect(writeNearMoment(Date.UTC(2026, 10, 20, 23, 59), now)).toBe("yesterday 23:59");
  expect(writeNearMoment(Date.UTC(2026, 10, 12), now)).toBe("12 Nov");
  expect(writeNearMoment(Date.UTC(2025, 10, 12), now)).toBe("12 Nov 2025");
});
