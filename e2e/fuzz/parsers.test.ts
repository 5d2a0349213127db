import { array, assert, double, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { countSteps } from "../../workers/math/testing/count-steps.ts";
import { PARSERS, type Parser } from "./parsers.ts";
import { drawnShape, rightShapes, type Shape } from "./shapes.ts";

/** Repetitions of the smaller input; the larger one has eight times as many. */
const SMALL = 100;
/** What is linear takes eight times the steps; what grows so from a small beginning stays below some steps for each byte. */
const [MOST_GROWTH, MOST_PER_BYTE] = [11, 60];

/** Whether the steps of a parser grow faster than an input; refusing it is reading it too. */
function growsFaster({ read }: Parser, shape: Shape): boolean {
  const [few, many] = [SMALL, 8 * SMALL].map((n) => {
    const bytes = shape.make(n);
    const { steps } = countSteps(() => {
      try {
        read(bytes);
      } catch {
        // Its way to refuse.
      }
    });
    return { steps, bytes: bytes.length };
  });
  return many.steps / few.steps > MOST_GROWTH && many.steps / many.bytes > MOST_PER_BYTE;
}

describe.each(PARSERS.map((parser) => [parser.name, parser] as const))("%s", (_, parser) => {
  test("costs no more than its input is long", () => {
    const shapes = rightShapes(parser.kind).filter((shape) => growsFaster(parser, shape));
    expect(shapes.map(({ name }) => name)).toEqual([]);
  });

  test("costs no more than its input is long, whatever a stranger repeats", () => {
    assert(
      property(array(double({ min: 0, max: 0.999, noNaN: true }), { minLength: 20 }), (drawn) => {
        let next = 0;
        const shape = drawnShape(parser.kind, () => drawn[next++ % drawn.length]);
        expect([shape.name, growsFaster(parser, shape)]).toEqual([shape.name, false]);
      }),
      { numRuns: 10 },
    );
  });
});
