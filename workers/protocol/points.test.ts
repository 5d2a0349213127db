import { expect, test } from "vitest";
import { BrokenRule, checkMetric } from "./points.ts";

/** What is said of a name; null where it may be used. */
function objection(name: string): string | null {
  try {
    checkMetric(name);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(BrokenRule);
    expect((error as BrokenRule).rule).toBe("metric");
    return (error as BrokenRule).message;
  }
}

test.each(["reward/raw", "Größe der Gruppe", "損失", "معدل", "می‌روم", "👩‍🔬", "a b", "x".repeat(256)])(
  "a metric may be called %s",
  (name) => expect(objection(name)).toBeNull(),
);

test.each(["   ", "\u00a0", "\u2003\u3000", "\u200b", "\ufeff \u00ad"])(
  "a name in which nothing can be seen is refused: %j",
  (name) => expect(objection(name)).toContain("spaces or invisible characters only"),
);

test.each([
  ["a\nb", "\\n"],
  ["a\u0085b", "\\u{85}"],
  ["loss\u202egol", "\\u{202e}"],
  ["\u2066loss\u2069", "\\u{2066}"],
  ["\u200floss", "\\u{200f}"],
  ["loss\u2028", "\\u{2028}"],
  ["\ud800", "\\ud800"],
  ["lo\u200bss", "\\u{200b}"],
  ["lo\u00adss", "\\u{ad}"],
  ["z\u200dw", "\\u{200d}"],
])(
  "a name with control, invisible or bidirectional characters is refused and written so that they are seen: %j",
  (name, seen) => {
    const message = objection(name);
    expect(message).toContain("control characters");
    expect(message).toContain(seen);
    expect(message).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
  },
);
