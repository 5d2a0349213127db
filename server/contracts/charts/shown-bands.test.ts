import { expect, test } from "vitest";
import { testBand } from "../../wording/testing.ts";
import { oneAxis, showBands } from "./shown-bands.ts";

const line = (key: string, axis: string) => ({ key, axis });
const [a, b, c] = [line("a", "tokens"), line("b", "step"), line("c", "tokens")];

test("lines on two axes never share a picture: those on the asked one are drawn", () => {
  expect(oneAxis([a, b, c], "step")).toEqual({ axis: "step", on: [b], off: [a, c] });
});

test("where none stands on the asked axis the first one's own is drawn", () => {
  expect(oneAxis([a, c], "step")).toEqual({ axis: "tokens", on: [a, c], off: [] });
  expect(oneAxis([a, line("d", "epoch")], "step")).toMatchObject({ axis: "tokens", on: [a] });
  expect(oneAxis([], "step")).toEqual({ axis: "step", on: [], off: [] });
});

test("bands without a point in sight do not move the axis, and those without any are apart", () => {
  const onTokens = testBand({ axis: "tokens" });
  const bare = testBand({ x: [], n: [] });
  const silent = testBand({ x: [], n: [], sent: 0 });
  expect(showBands([silent, onTokens, bare], "step")).toEqual({
    asked: "step",
    axis: "step",
    on: [bare],
    off: [onTokens],
    drawn: [],
    silent: [silent],
  });
  expect(showBands([silent, onTokens], "step")).toMatchObject({ axis: "tokens", drawn: [onTokens], off: [] });
});

test("a chart that has one axis only draws nothing over another", () => {
  const onTokens = testBand({ axis: "tokens" });
  expect(showBands([onTokens], "step", true)).toMatchObject({ axis: "step", drawn: [], off: [onTokens] });
});
