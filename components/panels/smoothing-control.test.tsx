import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { textWidth } from "#server/plot/text.ts";
import { SmoothingControl } from "./smoothing-control.tsx";
import { SMOOTHING_NAMES } from "./smoothing-text.ts";

/** Of a select: padding at the left, and at the right what the chevron needs. */
const AROUND_PX = 36;

test("the closed list of smoothings has room for the name of each", () => {
  const html = renderToStaticMarkup(<SmoothingControl smoothing={{ kind: "none" }} onSmoothing={() => {}} />);
  const [, width] = /--box-width:(\d+)px/.exec(html) ?? [];
  const longest = Math.max(...Object.values(SMOOTHING_NAMES).map((name) => textWidth(name, 13)));
  expect(Number(width)).toBeGreaterThanOrEqual(longest + AROUND_PX);
});
