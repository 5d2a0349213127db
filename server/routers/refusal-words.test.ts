import { expect, test } from "vitest";
import { z } from "zod";
import { CurveRunsInput } from "../contracts/charts/curves.ts";
import { WindowInput } from "../contracts/charts/series.ts";
import { RunTableInput } from "../contracts/run-table.ts";
import "./trpc.ts";

/** What a procedure with this schema answers. */
const saidOf = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error?.issues[0].message;
const runIds = [`run_${"0".repeat(16)}`];
const metrics = ["loss"];

test.each([
  [RunTableInput, { search: "a".repeat(201) }, "search has at most 200 characters, and 201 were given."],
  [
    RunTableInput,
    { open: ["a".repeat(17)] },
    "open[0] has at most 16 characters, and 17 were given. Make it shorter.",
  ],
  [RunTableInput, { columns: Array.from({ length: 49 }, () => "seed") }, "columns has at most 48 entries"],
  [RunTableInput, { limit: 0 }, "limit is at least 1, and 0 was asked for."],
  [RunTableInput, { state: "gone" }, "state is one of all, live, waiting"],
  [RunTableInput, { offset: "far" }, "offset must be a number."],
  [CurveRunsInput, { offset: 1e22 }, "offset is at most 9,007,199,254,740,991, and 1e+22 was asked for."],
  [WindowInput, { runIds, metrics, xAxis: "" }, "xAxis is empty. Fill it in or leave it out."],
  [WindowInput, { runIds }, "metrics is missing."],
  [z.array(z.string()), 3, "The request must be a list."],
])("a refusal of %# names the field, what it may be and what was given", (schema, input, said) => {
  expect(saidOf(schema, input)).toContain(said);
});

test.each([
  [z.object({ last: z.number().gt(0) }), { last: 0 }, "last is more than 0, and 0 was asked for."],
  [z.object({ rate: z.number().lt(1) }), { rate: 1 }, "rate is below 1, and 1 was asked for."],
  [z.array(z.string()).min(2), ["a"], "The request has at least 2 entries, and 1 was given."],
  [
    z.object({ pair: z.array(z.string()).length(2) }),
    { pair: ["a"] },
    "pair has exactly 2 entries, and 1 was",
  ],
  [z.object({ at: z.number().multipleOf(5) }), { at: 3 }, "at is a multiple of 5, and 3 was asked for."],
])("a bound of %# is said as it is meant, and how much was given in good English", (schema, input, said) => {
  expect(saidOf(schema, input)).toContain(said);
});

const Either = z.union([z.object({ run: z.string() }), z.object({ evaluation: z.string().max(3) })]);

test.each([
  [
    z.object({ v: z.union([z.number(), z.string(), z.null()]) }),
    { v: {} },
    "v must be a number, a text or null.",
  ],
  [z.object({ v: z.union([z.number(), z.literal("auto")]) }), { v: "x" }, "v must be a number or auto."],
  [z.object({ source: Either }), { source: { run: 4 } }, "source.run must be a text."],
  [
    z.object({ source: Either }),
    { source: { evaluation: "long" } },
    "source.evaluation has at most 3 characters, and 4 were given.",
  ],
  [z.object({ source: Either }), { source: {} }, "source needs run or evaluation."],
  [z.object({ source: Either }), { source: 3 }, "source must be an object."],
  [
    WindowInput,
    { runIds, metrics, smoothing: { kind: "odd" } },
    "smoothing.kind is one of none, ema, gaussian, mean.",
  ],
  [
    WindowInput,
    { runIds, metrics, smoothing: { kind: "ema", weight: -1 } },
    "smoothing.weight is at least 0",
  ],
  [z.strictObject({ a: z.number() }), { a: 1, b: 2 }, "The request takes no b. It takes a."],
  [
    z.object({ in: z.strictObject({ a: z.any().optional() }) }),
    { in: { b: 1, c: 2 } },
    "in takes no b or c. It takes a.",
  ],
  [z.object({ key: z.uuid() }), { key: "7" }, "key must be a uuid."],
  [z.object({ on: z.iso.date() }), { on: "soon" }, "on must be a date such as 2026-01-31."],
  [z.object({ id: z.string().startsWith("run_") }), { id: "7" }, "id must begin with run_."],
  [z.object({ id: z.string().regex(/^r\d+$/i) }), { id: "7" }, "id does not fit the pattern ^r\\d+$."],
  [z.record(z.string().regex(/^a/), z.number()), { b: 1 }, "b does not fit the pattern ^a."],
  [z.object({ n: z.never() }), { n: 1 }, "n must be left out."],
  [z.object({ n: z.any().refine(() => false) }), { n: 1 }, "n cannot be this."],
  [z.object({ n: z.instanceof(Uint8Array) }), { n: 1 }, "n "],
])("of %# it is said in plain words which field is refused and what it may be", (schema, input, said) => {
  const words = saidOf(schema, input);
  expect(words).toContain(said);
  expect(words).not.toMatch(/invalid|expected|received|unrecognized/i);
});

test.each([
  [z.string().max(1, "An id is short."), "long"],
  [z.string("An id is short."), 7],
])("an alternative's own words stay, of a bound as of a kind", (id, given) => {
  const schema = z.object({ of: z.union([z.object({ id }), z.number()]) });
  expect(saidOf(schema, { of: { id: given } })).toBe("An id is short.");
});

test("a schema's own words stay", () => {
  expect(saidOf(WindowInput, { runIds: ["7"], metrics })).toBe("This is not the id of a run.");
});
