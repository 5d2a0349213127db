import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ChartFrame } from "./chart-frame.tsx";

const render = (title: string) => renderToStaticMarkup(createElement(ChartFrame, { title, value: "0.5" }));

test("a title that is shortened can be read in full", () => {
  const name = "reward/".padEnd(256, "x");
  expect(render(name)).toContain(`title="${name}"`);
});

test("a title that was stored with a character that turns text does not turn the line it stands in", () => {
  const markup = render("loss\u202egol");
  expect(markup).not.toContain("\u202e");
  expect(markup).toContain(
    '<b class="figure-title" dir="auto" title="loss\\u{202e}gol">loss\\u{202e}gol</b>',
  );
});

test("a title of spaces is seen", () => {
  expect(render("  ")).toContain(">&quot;␣␣&quot;</b>");
});
