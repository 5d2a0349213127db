import { expect, test } from "vitest";
import { shortenText, textWidth } from "./text-width.ts";

test("narrow letters take less room than wide ones", () => {
  expect(textWidth("illi", 11)).toBeLessThan(textWidth("mmmm", 11) / 3);
  expect(textWidth("", 11)).toBe(0);
});

test("a text that fits stays, a longer one loses its middle", () => {
  expect(shortenText("grpo", 11, 80)).toBe("grpo");
  const short = shortenText("strict_reward_no_innocent_row-s3", 11, 80);
  expect(short).toMatch(/^strict.*…/);
  expect(short).toMatch(/s3$/);
  expect(textWidth(short, 11)).toBeLessThanOrEqual(80);
});

test("without any room a few letters remain", () => {
  expect(shortenText("strict_reward", 11, 1)).toBe("st…d");
});
