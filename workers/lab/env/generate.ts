import { contentHash } from "../../lp/content-hash.ts";
import { Simplex } from "../../lp/simplex.ts";
import { integer, shuffle, stream } from "../../math/rng.ts";
import { LEVEL_NAMES, toModel } from "./draft.ts";
import { staticFeatures } from "./features.ts";
import { drawFaultyDraft } from "./inject-faults.ts";
import { nameClasses, nameElements, type Names } from "./names.ts";
import type { Level, Problem } from "./problem.ts";
import { applyFaults } from "./fault.ts";

const simplex = new Simplex();

/** Sets the stream of random names apart from the one that makes the problem. */
const RENAMING = 1;

/**
 * Problem `index` of the endless set `seed` of a level: the same on every machine and in every order.
 *
 * The clean model is feasible and bounded; the faults together are proven infeasible, and so is the first alone. Rows are
 * shuffled and by default named c1, c2, ... so that neither their place nor their name tells what was injected. One IIS shows
 * one fault: a policy that asks before every repair takes two steps per fault that binds.
 *
 * Other names are the same problem: its content hash is that of the neutral ones, so results pair by problem.
 */
export function generateProblem(
  seed: number,
  index: number,
  level: Level,
  names: Names = "neutral",
): Problem {
  const rng = stream(seed, index, LEVEL_NAMES.indexOf(level));
  for (;;) {
    const { clean, originalObjective, faults } = drawFaultyDraft(rng, level);
    const { draft, roots, touched } = applyFaults(clean, faults);
    const order = shuffle(rng, [...draft.rows.keys()]);
    const key = `${level}-${seed}-${index}`;
    const model = toModel(draft, order, key);
    const named = (as: Names) =>
      nameElements(as, clean, faults, order, stream(seed, index, LEVEL_NAMES.indexOf(level), RENAMING));
    Object.assign(model, named("neutral"));
    if (simplex.load(model).feasible()) continue;
    const place = new Map(order.map((row, k) => [model.colCount + row, model.colCount + k]));
    const moved = (elements: Iterable<number>) => new Set(Array.from(elements, (e) => place.get(e) ?? e));
    const injected = new Uint8Array(model.colCount + model.rowCount);
    for (const element of touched.flatMap((some) => [...moved(some)])) injected[element] = 1;
    const movedRoots = roots.map(moved);
    const hash = contentHash(model);
    Object.assign(model, named(names));
    return {
      key,
      contentHash: hash,
      type: faults.map((fault) => fault.type).join(""),
      level,
      model,
      faults: movedRoots,
      rootAny: new Set(movedRoots.flatMap((root) => [...root])),
      injected,
      originalObjective,
      staticFeatures: staticFeatures(model),
      nameClasses: nameClasses(model),
      noiseSeed: integer(rng, 0, 0xffffffff),
      relaxed: false,
    };
  }
}
