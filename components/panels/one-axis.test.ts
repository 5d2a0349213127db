import { expect, test } from "vitest";
import { oneAxis } from "./one-axis.ts";

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
