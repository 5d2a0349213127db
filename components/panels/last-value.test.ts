import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LastValue } from "./metric-panel.tsx";

const render = (isSmoothed: boolean, value: number | undefined) =>
  renderToStaticMarkup(createElement(LastValue, { value, kind: "number", end: "live", isSmoothed }));

test("beside a smoothed line the last value says that it is raw", () => {
  expect(render(true, 0.5)).toContain("Last raw value");
  expect(render(true, 0.5)).toMatch(/raw<\/span>.*0\.500/);
});

test("beside the points themselves, and without a value, it says nothing more", () => {
  expect(render(false, 0.5)).not.toContain("raw");
  expect(render(true, undefined)).not.toContain("raw");
});
