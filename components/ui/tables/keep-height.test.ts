import { expect, test } from "vitest";
import { keepHeight } from "./scroll-list.tsx";

/** A box whose text takes so much room, as a browser would lay it out. */
function layOut() {
  const box = {
    text: 20,
    offsetWidth: 800,
    style: { minHeight: "" },
    get offsetHeight() {
      return Math.max(box.text, Number.parseInt(box.style.minHeight || "0", 10));
    },
  };
  let known = { width: 0, height: 0 };
  return (change: { text?: number; offsetWidth?: number }) => {
    Object.assign(box, change);
    known = keepHeight(box, known);
    return box.offsetHeight;
  };
}

test("a place stays as high as what it held at its highest, whatever goes and comes", () => {
  const heightAfter = layOut();
  expect([20, 60, 20, 44, 90, 0].map((text) => heightAfter({ text }))).toEqual([20, 60, 60, 60, 90, 90]);
});

test("another width measures anew, since lines break elsewhere", () => {
  const heightAfter = layOut();
  heightAfter({ text: 90 });
  expect(heightAfter({ text: 40, offsetWidth: 1200 })).toBe(40);
  expect(heightAfter({ text: 20 })).toBe(40);
});
