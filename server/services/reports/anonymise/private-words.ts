import { homedir, hostname, userInfo } from "node:os";
import { selectMachineNames } from "#db/queries/reports.ts";
import type { ServiceContext } from "../../context.ts";
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
const FIELD_WORDS: ReadonlySet<string> = new Set(
  [
    ...OURS,
    ...RECIPES.flatMap((recipe) => [recipe.slug, ...recipe.presets.map((preset) => preset.id)]),
    ...Object.entries(METRICS).flatMap(([name, { title }]) => [name, title]),
  ]
    .flatMap(partsOf)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase()),
);

/** Words that name a kind of thing: a worker or a device called so gives away nobody's machine. */
const COMMON = new Set(
  `user admin ubuntu debian test worker local cpu gpu cuda box node server home work lab boot none unknown
   default main dev tester runner guest nobody`.split(/\s+/),
);
const SHORTEST = 3;

export interface KnownNames {
  /** Names that are taken out whatever they are: of this machine, of its user, of the hosts of workers. */
  exact: string[];
  /** Names that people gave to workers and makers to devices; short and common ones stay. */
  given: string[];
}

const notOfTheField = (word: string) => word !== "" && !FIELD_WORDS.has(word.toLowerCase());

/** The words to take out, the longest first, so that a part never hides a whole. Pure. */
export function wordsToRemove({ exact, given }: KnownNames): string[] {
  const telling = given.filter((w) => w.length >= SHORTEST && !COMMON.has(w.toLowerCase()));
  return [...new Set([...exact, ...telling])]
    .filter(notOfTheField)
    .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

/** Names of the people and machines behind this server as they are now. */
export function privateWords(ctx: ServiceContext): string[] {
  const { hosts, names } = selectMachineNames(ctx.db);
  const machines = [hostname(), ...hosts].flatMap((host) => [host, host.split(".")[0]]);
  return wordsToRemove({
    exact: [...machines, userName()],
    given: [...names, homedir(), process.env.ABLAB_HOME ?? ""],
  });
}

/** Today's words together with those of the time of publishing: a renamed worker keeps its old name secret. */
export const withEarlierWords = (today: string[], earlier: string[] = []): string[] =>
  wordsToRemove({ exact: [...today, ...earlier], given: [] });

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry in the password file has no name to give away.
    return "";
  }
}
