import * as fc from "fast-check";
import { expect, test } from "vitest";
import { contentHash } from "./content-hash.ts";
import { readMps } from "./mps.ts";
import { populationHash } from "./population-hash.ts";
import { COMPLETE_MPS } from "./testing/models.ts";

const reordered = `NAME another
OBJSENSE MAX
ROWS
 N cost
 E myeqn
 G lim2
 L lim1
COLUMNS
 z myeqn 1 cost -1
 M 'MARKER' 'INTORG'
 y lim1 1
 y cost 2
 M 'MARKER' 'INTEND'
 x lim2 1 lim1 1
 x cost 1
RHS
 cost -3
 lim2 1
 lim1 4 myeqn 7
RANGES
 myeqn -2 lim1 2.5
BOUNDS
 MI z
 PL z
 LO y -1
 UP x 4
ENDATA
`;
test("a content hash is the same for the same content in another order, spelling and under another name", () => {
  expect(contentHash(readMps(reordered))).toBe(contentHash(readMps(COMPLETE_MPS)));
});

test.each([
  ["a coefficient", "lim2         1.0\n", "lim2         1.5\n"],
  ["a cost", "cost         2.0", "cost         2.1"],
  ["a bound", "x            4.0", "x            4.1"],
  ["the sense", "MAX", "MIN"],
  ["an integer mark", " UP BND       x", " UI BND       x"],
  ["the constant", "cost        -3.0", "cost        -4.0"],
  ["a name", "myeqn", "theireqn"],
])("a content hash changes with %s", (_, from, to) => {
  expect(COMPLETE_MPS).toContain(from);
  const changed = contentHash(readMps(COMPLETE_MPS.replaceAll(from, to)));
  expect(changed).not.toBe(contentHash(readMps(COMPLETE_MPS)));
});

test("-0 and 0 are the same number to a content hash", () => {
  const model = readMps(COMPLETE_MPS);
  expect(contentHash({ ...model, A: model.A.map((a) => (a === 0 ? -0 : a)), offset: model.offset })).toBe(
    contentHash(model),
  );
});

test("a population hash does not depend on the order of its problems and changes with each of them", () => {
  const hashes = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8, unit: "grapheme-ascii" }), {
    minLength: 2,
  });
  fc.assert(
    fc.property(hashes, (list) => {
      expect(populationHash([...list].reverse())).toBe(populationHash(list));
      expect(populationHash(list.slice(1))).not.toBe(populationHash(list));
    }),
  );
  // sha256 of "a\nb", from coreutils.
  expect(populationHash(["b", "a"])).toBe("7e18f737311b2dc3b2f269dd78396b0351f14fb66efa879f768cb23181883c78");
});
