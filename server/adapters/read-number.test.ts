import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readNumber } from "./read-number.ts";

const into = new Float64Array(1);

/** The number at the start of a text, and how long it is; null where there is none. */
function read(text: string): [number, number] | null {
  const end = readNumber(Buffer.from(`${text},`), 0, into);
  return end === -1 ? null : [into[0], end];
}

const bitsOf = (value: number) => new BigUint64Array(Float64Array.of(value).buffer)[0];
const sameAsJson = (text: string) => {
  const [value, length] = read(text) ?? [];
  expect(length, text).toBe(text.length);
  expect(bitsOf(value!), text).toBe(bitsOf(JSON.parse(text) as number));
};

const digitsOf = (most: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: most })
    .map((digits) => digits.join("").replace(/^0+(?=\d)/, ""));
const anyText = fc
  .record({
    sign: fc.constantFrom("", "-"),
    whole: digitsOf(22),
    part: fc.option(digitsOf(25).map((text) => text.padStart(3, "0"))),
    exponent: fc.option(
      fc.tuple(fc.constantFrom("e", "E", "e+", "e-", "e-0"), fc.integer({ min: 0, max: 340 })),
    ),
  })
  .map(({ sign, whole, part, exponent }) => {
    const behind = part === null ? "" : `.${part}`;
    return `${sign}${whole}${behind}${exponent === null ? "" : exponent.join("")}`;
  });

describe("a number in JSON text is read to the bit as JSON.parse reads it", () => {
  test("as programs write numbers", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) =>
        sameAsJson(JSON.stringify(value)),
      ),
      { numRuns: 2000 },
    );
    const near = fc.double({ min: 1e-6, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(near, fc.integer({ min: 0, max: 17 }), (value, places) => {
        sameAsJson(JSON.stringify(value));
        sameAsJson(value.toExponential(places));
      }),
      { numRuns: 5000 },
    );
  });

  test("with any digits and exponent", () => {
    fc.assert(fc.property(anyText, sameAsJson), { numRuns: 5000 });
  });

  test("halfway between two numbers, and a digit on either side of it", () => {
    const between = fc.bigInt({ min: 2n ** 53n, max: 2n ** 60n });
    fc.assert(
      fc.property(between, fc.integer({ min: 1, max: 18 }), (big, places) => {
        // Between 2^54 and 2^55 every other odd whole number lies halfway.
        const whole = (((big >> 6n) | 1n) * 2n ** BigInt(big > 2n ** 57n ? 1 : 0)).toString();
        for (const text of [whole, `${whole}1`]) {
          sameAsJson(text);
          sameAsJson(`${text.slice(0, -places) || "0"}.${text.slice(-places).padStart(places, "0")}`);
        }
      }),
      { numRuns: 2000 },
    );
    for (const text of [
      "9007199254740993",
      "9007199254740993.0",
      "0.1000000000000000055511151231257827",
      "-0",
      "-0.0",
    ])
      sameAsJson(text);
    for (const text of [
      "1e400",
      "-1e400",
      "1e-400",
      "2.2250738585072014e-308",
      "5e-324",
      "1.7976931348623157e308",
    ])
      sameAsJson(text);
  });
});

test("what is no number of JSON is none", () => {
  for (const text of [
    "",
    "-",
    "+1",
    ".5",
    "1.",
    "1.e5",
    "1e",
    "1e+",
    "01",
    "-01",
    "NaN",
    "Infinity",
    '"1"',
    "x",
  ])
    expect(read(text), text).toBeNull();
});

test("a number ends where its text does", () => {
  expect(read("12.5}")).toEqual([12.5, 4]);
  expect(read("1.2.3")).toEqual([1.2, 3]);
  expect(read("1-2")).toEqual([1, 1]);
});
