import { expect, test } from "vitest";
import { screenStep } from "./panel-screen.tsx";

/** A press on an element that stands in what `inside` names. */
const press = (key: string, inside: string[] = [], more: object = {}) =>
  screenStep({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    defaultPrevented: false,
    target: { closest: (selector: string) => (inside.some((one) => selector.includes(one)) ? {} : null) },
    ...more,
  });

test("left and right arrow lead to the panel before and after, k and j as well", () => {
  expect(["ArrowLeft", "k", "ArrowRight", "j"].map((key) => press(key))).toEqual([-1, -1, 1, 1]);
  expect(["ArrowUp", "PageDown", "n", "Escape"].map((key) => press(key))).toEqual([null, null, null, null]);
});

test("in the plot arrows are the plot's own and letters still lead on", () => {
  const inPlot = (key: string) => press(key, ["slider"]);
  expect(["ArrowLeft", "ArrowRight", "k", "j"].map(inPlot)).toEqual([null, null, -1, 1]);
});

test("a field, an open menu, a key with a modifier, and a key that was handled lead nowhere", () => {
  for (const field of ["input", "textarea", "select", "menu"])
    expect([press("j", [field]), press("ArrowLeft", [field])]).toEqual([null, null]);
  for (const modifier of ["ctrlKey", "metaKey", "altKey", "shiftKey", "defaultPrevented"])
    expect([modifier, press("ArrowLeft", [], { [modifier]: true })]).toEqual([modifier, null]);
});

test("a press that has no element, as on the document itself, counts", () => {
  expect(press("ArrowRight", [], { target: null })).toBe(1);
});
