import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Value } from "../marks/value.tsx";
import { DeltaCell, IntervalHead, RateCell } from "./rate-cell.tsx";

const read = (cell: React.ReactNode) => renderToStaticMarkup(<>{cell}</>).replaceAll(/<[^>]*>/g, "");

test("a rate is told apart from its counts and its interval where it is read aloud or copied", () => {
  expect(read(<RateCell count={97} n={300} interval={{ low: 0.273, high: 0.378 }} showCount />)).toBe(
    "32.3 97/300 [27.3, 37.8]",
  );
});

test("so is a value from its n, and a difference from its interval", () => {
  expect(read(<Value value={6.93} nText="n 300" />)).toBe("6.93 n 300");
  expect(read(<DeltaCell difference={0.1} interval={{ low: 0.05, high: 0.15 }} kind="share" />)).toBe(
    "+10.0 [+5.0, +15.0]",
  );
});

test("the head of a column of intervals says what its two numbers are", () => {
  expect(read(<IntervalHead low="62" high="100" />)).toBe("Interval, from 62 to 100");
});
