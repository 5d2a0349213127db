import { METRICS } from "../../../../workers/protocol/metrics.ts";
import { RECIPES } from "../../../../workers/recipes/catalog.ts";

/** Words of every report and of every machine: taking them out would blank a report and hide nobody. */
const OURS =
  `root localhost ablab report published revision draft removed seed seeds run runs mean interval difference
  baseline table metric model policy problem problems evaluation experiment step steps train training`.split(
    /\s+/,
  );

const partsOf = (name: string): string[] => [name, ...name.split(/[\s/._@:,()-]+/)];

/** Words of recipes, presets and metrics, in lower case: a machine named like one of them gives away only that. */
export const FIELD_WORDS: ReadonlySet<string> = new Set(
  [
    ...OURS,
    ...RECIPES.flatMap((recipe) => [recipe.slug, ...recipe.presets.map((preset) => preset.id)]),
    ...Object.entries(METRICS).flatMap(([name, { title }]) => [name, title]),
  ]
    .flatMap(partsOf)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase()),
);
