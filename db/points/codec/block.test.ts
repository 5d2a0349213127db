import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BrokenBlock, decodeBlock, encodeBlock } from "./block.ts";

/** Three columns as they were written with prefix codes, before zstd. */
const BEFORE_ZSTD = Buffer.from(
  [
    "gZEa4wEDAAAsAQAAASEAAAAAAAAAAAAAAAAAAPA/AQAAAgQGCAoMDhASFBYYGhweICIkJigqLC4wMjQ2ODo8PkBCREZISkxOUFJUVlhaXF5g",
    "YmRmaGpsbnBydHZ4enx+gIKEhoiKjI6QkpSWmJqcnqCipKaoqqyusLK0tri6vL7AwsTGyMrMztDS1NbY2tze4OLk5ujq7O7w8vT2+Pr8/gAC",
    "BAYICgwOEBIUFhgaHB4gIiQmKCosLjAyNDY4Ojw+QEJERkhKTE5QUlRWWFpcXmBiZGZoamxucHJ0dnh6fH6AgoSGiIqMjpCSlJaYmpyeoKKk",
    "pqiqrK6wsrS2uLq8vsDCxMbIyszO0NLU1tja3N7g4uTm6Ors7vDy9Pb4+vz+AAIEBggKDA4QEhQWGBocHiAiJCYoKiwuMDI0Njg6PD5AQkRG",
    "SEpMTlBSVAIAAiECCgAAAA0AAAATAAAAEgAAAAAAAAAAAAAAAAAAAAAAAACgqqqqqqoCVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVX9////",
    "/////////wAAAAAAAAAAAAAAAAAAAAACAAAAAAEA+Piwb4CwajlGgBm+xiUQYl2oDIBIxFD2yAtwEuQQbAW44kSoCDjwgEVIAAeGdOprHg8+",
    "KFU9Y4xoR2R4Vy1BkCLe9EOSUHCeTQgBODBfT33QiHnoAAB/0OgwYXSIUx8pcexkaPJ2MCheogBy8AlEuGwdcMhQDQx4ELJnMjuABpCQBoA7",
    "MmeyEHgMDVDIcB1suEQJ8HIAol4oMHbyaGTscSkfU4h0YTDo0H8AAOh5iNB9T18wOAEITZ5wUJJD9N4ikEEtV3hkR2iMYz1VKD4PHmvqdIYH",
    "AEhFgPA4CKhE4rgFbBDkEnALyPZQxEiADKhdYhAlxr4ZgEY5arCAb7D4+AD4+LBvgLBqOUaAGb7GJRBiXagMgEjEUPbIC3AS5BBsBbjiRKgI",
    "OPCARUgCAEAFAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABFIwEQAAAAEgAAAA8AAAAQAAAAb82FKTGVQihVmApCCFPaAkIzWSOogs60",
    "tGThKx9NWlrmAlAFsSazELSlDCEElaFKAaFURsrQWXtrLkyJqRRCqQIAAAAAAAAAAAAAAAAAAAAAARIAAACilBptQgAAAAAAAAAAAAAAAAAA",
    "WUACABYEAEBAAEQAREAwMwMjAAAAIwAAACMAAAAhAAAAUflca66BvpGXnxWVz7XmGugbeflZUflca66BvpGXnxWVzzWaa6Bv5OVnReVzrbkG",
    "+kZeflZUPteaa6Bv5OVnReVzrbkGGjfy8rOi8rnWXAN9Iy8/Kyqfa8010Dfy8rOi8rnWXAN9Iy8fWVH5XGuugb6Rl58Vlc+15hroG3n5WVH5",
    "XGuugb6Rl58VAAAAAAAAAAAAAAAAAAAAAA==",
  ].join(""),
  "base64",
);
const OLD = Array.from({ length: 300 }, (_, i) => i);

const bitsOf = (column: Float64Array) => Buffer.from(column.buffer, column.byteOffset, column.byteLength);
const anyNumber = fc.oneof(
  fc.double(),
  fc.double({ noDefaultInfinity: true }).map(Math.fround),
  fc.integer(),
  fc.constantFrom(-0, 2 ** 53, -(2 ** 53), 5e-324, NaN, Infinity, -Infinity),
);

describe("a block", () => {
  test("gives every number back with its bits, packed or not", () => {
    const column = fc.array(anyNumber, { minLength: 1, maxLength: 600 }).map((n) => Float64Array.from(n));
    const check = (sent: Float64Array, pack: boolean) => {
      const [kept] = decodeBlock(Buffer.from(encodeBlock([sent], pack)));
      expect(bitsOf(kept)).toEqual(bitsOf(sent));
    };
    fc.assert(fc.property(column, fc.boolean(), check), { numRuns: 200 });
  });

  test("is smaller packed where the bytes of equal weight look alike, and hardly larger where they do not", () => {
    const alike = Float64Array.from({ length: 8192 }, (_, i) => 1 + ((i * i) % 97) / 1000);
    const noise = new Float64Array(8192);
    crypto.getRandomValues(new Uint8Array(noise.buffer, 0, 65_536));
    const ratio = (column: Float64Array) =>
      encodeBlock([column], true).length / encodeBlock([column], false).length;
    expect(ratio(alike)).toBeLessThan(0.5);
    // A plane that is not worth packing has a byte that says so.
    expect(ratio(noise)).toBeLessThanOrEqual(1 + 8 / (8 * noise.length));
  });

  test("of a database from before zstd is still read", () => {
    const [x, value, at] = decodeBlock(BEFORE_ZSTD);
    expect([...x]).toEqual(OLD.map((i) => i * i));
    expect([...value]).toEqual(OLD.map((i) => ((i * i * 31) % 257) / 64));
    expect([...at]).toEqual(OLD.map((i) => 1e12 + i * 100 + ((i * i * 7) % 23)));
  });

  test("whose bytes were changed is refused", () => {
    const bytes = Buffer.from(encodeBlock([Float64Array.of(1, 2, 3.5)], true));
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] ^= 1;
      expect(() => decodeBlock(changed)).toThrow(BrokenBlock);
    }
    expect(() => decodeBlock(bytes.subarray(0, 5))).toThrow(BrokenBlock);
  });
});
