import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { metricNameIssue } from "./names.ts";
import { decodePoints, encodePoints } from "./points-binary.ts";
import { POINT_LIMITS, type WirePoints } from "./points.ts";

/** The example of the format's description. */
const EXAMPLE = Buffer.from(
  [
    "41425031 01000000 08000000 00000000",
    "01000000 0400 0400 00 000000",
    "6c6f7373 73746570 00000000",
    "000000000000f03f 000000000000e03f 0000000000000040",
  ]
    .join("")
    .replace(/ /g, ""),
  "hex",
);

/** Two columns as Python's struct module packs them after the same description. */
const FROM_PYTHON = Buffer.from(
  [
    "41425031020000002200000000000000030000000a00040001000000020000000e000600000000007265776172642f72",
    "6177737465707370c3a474652f6772c3b6c39f65746f6b656e73000000000000000000000000f03f0000000000000040",
    "0000000000000840000000000000e03f000000000000f87f000000000000f0ff0000c0d7dcb27942000000000000f8bf",
    "0000000000004043d2e81978d63007000000000000000080000000000000f03f0000000000000440",
  ].join(""),
  "hex",
);

const column = (metric: string, x: number[], value: number[], at: number[], axis = "step"): WirePoints => ({
  metric,
  axis,
  x: Float64Array.from(x),
  value: Float64Array.from(value),
  at: Float64Array.from(at),
});

const refusal = (bytes: Uint8Array) => {
  try {
    decodePoints(bytes);
  } catch (error) {
    return { name: (error as Error).name, ...(error as object), message: (error as Error).message };
  }
  return null;
};

/** The body with a change at one place. */
function changed(bytes: Uint8Array, change: (view: DataView) => void): Uint8Array {
  const copy = Uint8Array.from(bytes);
  change(new DataView(copy.buffer));
  return copy;
}

describe("the binary form of points", () => {
  test("is read as its description says, and a column whose points share one time is written with one", () => {
    expect(decodePoints(EXAMPLE)).toEqual([column("loss", [1], [0.5], [2])]);
    const written = Buffer.from(encodePoints([column("loss", [1], [0.5], [2])]));
    expect(written[24]).toBe(1);
    written[24] = 0;
    expect(written.toString("hex")).toBe(EXAMPLE.toString("hex"));
  });

  test("is read and written as by another program that was made from its description", () => {
    const first = column(
      "reward/raw",
      [1, 2, 3],
      [0.5, Number.NaN, -Infinity],
      Array<number>(3).fill(1_766_000_000_000),
    );
    const second = column("späte/größe", [-1.5, 2 ** 53], [1e-308, -0], [1, 2.5], "tokens");
    expect(decodePoints(FROM_PYTHON)).toEqual([first, second]);
    expect(Buffer.from(encodePoints([first, second])).toString("hex")).toBe(FROM_PYTHON.toString("hex"));
  });

  test("keeps every bit of every number, wherever the body begins in memory", () => {
    const float = fc.double({ noDefaultInfinity: false });
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    // What looks like seconds is refused, and so are names that cannot be read.
    const time = finite.filter((at) => at < 1e9 || at >= 1e10);
    const name = fc
      .string({ unit: "grapheme", maxLength: 20 })
      .filter((s) => metricNameIssue(`m${s}`) === null);
    const someColumn = fc
      .tuple(
        name.map((s) => `m${s}`),
        fc.constantFrom("step", "tokens", "epoch/part"),
        fc.array(fc.tuple(finite, float, time), { minLength: 1, maxLength: 30 }),
        fc.boolean(),
      )
      .map(([metric, axis, points, oneTime]) =>
        column(
          metric,
          points.map(([x]) => x),
          points.map(([, value]) => value),
          points.map(([, , at]) => (oneTime ? points[0][2] : at)),
          axis,
        ),
      );
    fc.assert(
      fc.property(fc.array(someColumn, { maxLength: 6 }), fc.nat({ max: 9 }), (columns, shift) => {
        const bytes = encodePoints(columns);
        const shifted = new Uint8Array(bytes.length + shift);
        shifted.set(bytes, shift);
        expect(decodePoints(shifted.subarray(shift))).toEqual(columns);
      }),
    );
    const odd = column("odd", [-0, 2 ** 53, -1.5], [-0, Number.NaN, -Infinity], [0, 1, 2]);
    const [read] = decodePoints(encodePoints([odd]));
    expect(Object.is(read.x[0], -0) && Object.is(read.value[0], -0)).toBe(true);
    expect([...read.value.subarray(1)]).toEqual([Number.NaN, -Infinity]);
  });

  test("leaves out columns without points, and none at all is an empty body", () => {
    expect(decodePoints(encodePoints([column("a", [], [], []), column("b", [1], [1], [1])]))).toHaveLength(1);
    expect(decodePoints(encodePoints([]))).toEqual([]);
  });

  test("is refused when it ends at any other byte than its last, or has one more", () => {
    const bytes = encodePoints([column("a", [1, 2], [3, 4], [5, 6]), column("bb", [1], [2], [3])]);
    for (let end = 0; end < bytes.length; end++)
      expect(refusal(bytes.subarray(0, end)), `cut to ${end} bytes`).toMatchObject({
        name: "BrokenRule",
        rule: "binary",
      });
    expect(refusal(new Uint8Array([...bytes, 0]))).toMatchObject({ rule: "binary" });
    expect(refusal(bytes)).toBeNull();
  });

  test("is refused with a reason for each part of its head that is not so", () => {
    expect(refusal(changed(EXAMPLE, (v) => v.setUint8(3, 0x32)))?.message).toContain("ABP1");
    expect(refusal(changed(EXAMPLE, (v) => v.setUint32(12, 1)))?.message).toContain("not zero");
    expect(refusal(changed(EXAMPLE, (v) => v.setUint8(24, 2)))?.message).toContain("neither 0 nor 1");
    expect(refusal(changed(EXAMPLE, (v) => v.setUint32(16, 0, true)))?.message).toContain("no points");
    expect(refusal(changed(EXAMPLE, (v) => v.setUint16(20, 5, true)))?.message).toContain("beyond the names");
    expect(refusal(changed(EXAMPLE, (v) => v.setUint16(20, 3, true)))?.message).toContain("longer than");
    expect(refusal(changed(EXAMPLE, (v) => v.setUint8(28, 0xff)))?.message).toContain("not UTF-8");
  });

  test("counts that no body can hold are refused before anything is made for them", () => {
    for (const count of [2 ** 32 - 1, 2 ** 31, 1_000_000]) {
      expect(refusal(changed(EXAMPLE, (v) => v.setUint32(4, count, true)))).toMatchObject({ rule: "binary" });
      expect(refusal(changed(EXAMPLE, (v) => v.setUint32(8, count, true)))).toMatchObject({ rule: "binary" });
      expect(refusal(changed(EXAMPLE, (v) => v.setUint32(16, count, true)))).toMatchObject({
        rule: "points_per_body",
        limit: POINT_LIMITS.pointsPerBody,
      });
    }
  });

  test("any damage is refused by a rule or read as other points; nothing else is thrown", () => {
    const bytes = encodePoints([column("a", [1, 2], [3, 4], [5, 6]), column("ü", [1], [2], [3], "tokens")]);
    const damage = fc.array(fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 })), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(damage, (hits) => {
        const broken = Uint8Array.from(bytes);
        for (const [at, byte] of hits) broken[at] = byte;
        const said = refusal(broken);
        expect(said === null || said.name === "BrokenRule").toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("x and times must be finite, names must keep the rules, and the message says which", () => {
    const sent = (c: WirePoints) => refusal(encodePoints([c]));
    expect(sent(column("m", [1, Number.NaN], [0, 0], [0, 0]))).toMatchObject({
      rule: "x",
      message: "Point 1 of m has the x NaN; it must be finite.",
    });
    expect(sent(column("m", [1, 2], [0, 0], [0, Infinity]))).toMatchObject({ rule: "at" });
    expect(sent(column("", [1], [0], [0]))).toMatchObject({ rule: "metric" });
    expect(sent(column("a\u0007b", [1], [0], [0]))).toMatchObject({ rule: "metric" });
    expect(sent(column("m".repeat(257), [1], [0], [0]))).toMatchObject({ rule: "metric", limit: 256 });
    expect(sent(column("m".repeat(256), [1], [0], [0]))).toBeNull();
    expect(sent(column("m", [1], [0], [0], "1st"))).toMatchObject({ rule: "axis" });
    expect(sent(column("m", [1], [0], [0], ""))).toBeNull();
  });
});
