import { homedir, hostname, userInfo } from "node:os";
import { selectMachineNames } from "#db/queries/reports.ts";
import {
  selectNamesOf,
  selectPrivateTexts,
  selectRelatedRuns,
  type ReportSubjects,
} from "#db/queries/sharing/private-texts.ts";
import type { ServiceContext } from "../../context.ts";
import { DEFAULT_PROJECT } from "../../projects/default-project.ts";
import { METRICS } from "../../../../workers/protocol/metrics/metrics.ts";
import { RECIPES } from "../../../../workers/recipes/catalog.ts";
import type { PrivateWord, WordKind } from "./find-words.ts";
import { commitWords, isTellingValue, namesIn, namesInProse } from "./read-names.ts";

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

/** Words that name a kind of thing: a worker, a device or a folder called so gives away nobody's machine. */
const COMMON = new Set(
  `user admin ubuntu debian test worker local cpu gpu cuda box node server home work lab boot none unknown
   default main dev tester runner guest nobody system operator command line register outside logger token
   data datasets dataset models checkpoints checkpoint ckpt ckpts output outputs out results result logs log runs src
   source scripts script code bin lib lib64 opt var etc usr tmp mnt media srv share shared scratch storage project
   projects workspace workspaces repo repos git github gitlab huggingface hub cache tests examples example config
   configs conf app apps site packages python python3 python2 venv env envs conda miniconda3 anaconda3 train main
   run eval test demo notebook notebooks master develop release linux windows darwin macos nvidia amd intel tensor
   core cores memory disk total count version release job jobs local long short debug normal medium batch interactive
   wandb mlflow mlruns trackio lightning torch pytorch tensorflow transformers accelerate latest final best last
   users homes folder folders files file base large small text json yaml http https bench member session py sh ipynb
   txt csv jsonl pt bin safetensors yml toml cfg args argument`.split(/\s+/),
);
const SHORTEST: Record<WordKind, number> = {
  host: 3,
  user: 3,
  person: 3,
  folder: 4,
  device: 3,
  project: 4,
  machine: 3,
  value: 4,
  run: 3,
};
/** A value of letters alone may be a word of the language; below this length it is taken for one. */
const LONE_WORD = 8;

export interface KnownNames {
  /** Names that are taken out whatever they are: of machines and of their users. */
  exact: PrivateWord[];
  /** Names that people gave to workers, devices, folders and projects; short and common ones stay. */
  given: PrivateWord[];
}

const notOfTheField = ({ text }: PrivateWord) => text !== "" && !FIELD_WORDS.has(text.toLowerCase());

const isCommon = (text: string) => {
  const parts = text.toLowerCase().split(/[\s/\\._@:,()=+-]+|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u);
  return parts.every((part) => COMMON.has(part) || FIELD_WORDS.has(part) || !/\p{L}/u.test(part));
};

/** Whether a given name tells somebody something. Values of letters alone are words of the language, unless they are long. */
const isTelling = ({ text, names }: PrivateWord): boolean =>
  text.length >= SHORTEST[names] &&
  !COMMON.has(text.toLowerCase()) &&
  (!["folder", "project", "value", "person"].includes(names) || !isCommon(text)) &&
  (names !== "value" || text.length >= LONE_WORD || !/^\p{L}+$/u.test(text));

/** The words to take out, the longest first, so that a part never hides a whole. Pure. */
export function wordsToRemove({ exact, given }: KnownNames): PrivateWord[] {
  const byText = new Map<string, PrivateWord>();
  for (const word of [...exact, ...given.filter(isTelling)].filter(notOfTheField))
    if (!byText.has(word.text)) byText.set(word.text, word);
  return [...byText.values()].toSorted((a, b) => b.text.length - a.text.length || (a.text < b.text ? -1 : 1));
}

const called =
  (names: WordKind) =>
  (text: string): PrivateWord => ({ text, names });

/** Names of the machines and the user behind this server as they are now. */
function ofThisBench(ctx: ServiceContext): KnownNames {
  const { hosts, names } = selectMachineNames(ctx.db);
  const machines = [hostname(), ...hosts].flatMap((host) => [host, host.split(".")[0]]);
  return {
    exact: [...machines.map(called("host")), called("user")(userName())],
    given: [
      ...names.map(called("machine")),
      ...[homedir(), process.env.ABLAB_HOME ?? ""].map(called("folder")),
    ],
  };
}

/** Names of the machines and the user behind this bench alone, which are read at once. */
export const machineWords = (ctx: ServiceContext): PrivateWord[] => wordsToRemove(ofThisBench(ctx));

const NOT_PRIVATE = new Set([DEFAULT_PROJECT, "local", "command line", "server"]);

/** Names in everything that is stored of the runs of a report, of their experiments, and of who wrote it. */
function ofRuns(ctx: ServiceContext, subjects: ReportSubjects): KnownNames {
  const { environment, settings, prose, people, projects, shown } = selectPrivateTexts(ctx.db, subjects);
  const isShown = new Set(shown.flatMap(partsOf).map((text) => text.toLowerCase()));
  const read = [
    ...environment.map(({ key, text }) => namesIn(key, text)),
    ...settings.map(({ key, text }) => namesIn(key, text)),
    ...[...prose, ...shown].map(namesInProse),
  ];
  const values = environment.flatMap(({ key, text }) =>
    key === "args" || !isTellingValue(text) ? [] : [text, ...commitWords(text)],
  );
  const given = [
    ...read.flatMap(({ given: some }) => some),
    ...values.map(called("value")),
    ...projects.filter((text) => !NOT_PRIVATE.has(text)).map(called("project")),
  ].filter(({ text }) => !isShown.has(text.toLowerCase()));
  return {
    // "ubuntu" is nobody's name, whichever run has it as its user.
    exact: read.flatMap(({ exact }) => exact).filter(({ text }) => !COMMON.has(text.toLowerCase())),
    given: [...given, ...people.filter((text) => !NOT_PRIVATE.has(text)).map(called("person"))],
  };
}

/** Which runs, experiments and report the private words are asked for. */
export interface WordsOf {
  runIds: readonly string[];
  experimentIds: readonly string[];
  reportId: string | null;
}

const subjectsOf = (ctx: ServiceContext, of: WordsOf): ReportSubjects => ({
  ...selectRelatedRuns(ctx.db, of.runIds, of.experimentIds),
  reportId: of.reportId,
});

/**
 * The one list of what an anonymous report must not say: names of this bench's machines and of their users, and what is
 * stored of the runs in the report. `earlier` are the words of the time of publishing: a renamed worker keeps its old name
 * secret. The longest come first.
 */
export function privateWords(
  ctx: ServiceContext,
  of: WordsOf,
  earlier: readonly string[] = [],
): PrivateWord[] {
  const [bench, runs] = [ofThisBench(ctx), ofRuns(ctx, subjectsOf(ctx, of))];
  return wordsToRemove({
    exact: [...bench.exact, ...runs.exact, ...earlier.map(called("value"))],
    given: [...bench.given, ...runs.given],
  });
}

/**
 * Names of runs and titles of experiments with what stands for them, "run 1", where a report is to be neutral. A name that is
 * also the label of a configuration, or a word of the field, stays: labels are kept.
 */
export function neutralWords(ctx: ServiceContext, of: WordsOf): PrivateWord[] {
  const { runs, experiments } = selectNamesOf(ctx.db, subjectsOf(ctx, of));
  const labels = new Set(runs.map(({ label }) => label.toLowerCase()));
  const names = [...new Set(runs.map(({ name }) => name))];
  const all = [
    ...names.map((text, i): PrivateWord => ({ text, names: "run", as: `run ${i + 1}` })),
    ...[...new Set(experiments)].map((text, i): PrivateWord => ({
      text,
      names: "run",
      as: `experiment ${i + 1}`,
    })),
  ];
  return all.filter((word) => notOfTheField(word) && !labels.has(word.text.toLowerCase()));
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry in the password file has no name to give away.
    return "";
  }
}
