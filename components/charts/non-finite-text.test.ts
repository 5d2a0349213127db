import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NonFiniteText } from "./plot/non-finite-text.tsx";

const render = (text: string) => renderToStaticMarkup(createElement(NonFiniteText, { text }));
const crit = (text: string) => `<span class="crit">${text}</span>`;

test("what is not finite has the colour of failure, with its count", () => {
  expect(["NaN", "inf", "−inf"].map(render)).toEqual(["NaN", "inf", "−inf"].map(crit));
  expect(render("3 points  1.00 to 4.00  1 NaN  2 −inf")).toBe(
    `3 points  1.00 to 4.00  ${crit("1 NaN")}  ${crit("2 −inf")}`,
  );
  expect(render("raw NaN  4 seeds")).toBe(`raw ${crit("NaN")}  4 seeds`);
});

test("numbers, dashes and words that hold those letters stay as they are", () => {
  for (const text of ["12.3", "–", "", "raw 1.2  3 points", "info", "NaNs"]) expect(render(text)).toBe(text);
});
