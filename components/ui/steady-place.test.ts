import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SteadyPlace } from "./steady-place.tsx";

const FRAME = { none: "Nothing objects so far.", children: null };
const render = (isLive: boolean, children: string | null) =>
  renderToStaticMarkup(createElement(SteadyPlace, { ...FRAME, isLive }, children));

test("while something may come its place is there, and says that there is nothing", () => {
  expect(render(true, null)).toBe(
    '<div class="steady-place"><p class="steady-none">Nothing objects so far.</p></div>',
  );
  expect(render(true, "D01")).toBe('<div class="steady-place">D01</div>');
});

test("what can no longer change takes no place where it is nothing", () => {
  expect(render(false, null)).toBe("");
  expect(render(false, "D01")).toBe('<div class="steady-place">D01</div>');
});
