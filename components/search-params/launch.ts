import {
  createParser,
  createSerializer,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { DEVICE_CHOICES } from "#server/contracts/launch/matrix.ts";

/** Texts by parameter name, as typed: `lr=0.001;group_size=4`. Checked by the server, never here. */
const parseTexts = createParser<Record<string, string>>({
  parse: (text) =>
    Object.fromEntries(
      text
        .split(";")
        .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)])
        .filter(([name]) => name !== ""),
    ),
  serialize: (texts) =>
    Object.entries(texts)
      .map(([name, value]) => `${name}=${value.replaceAll(";", ",")}`)
      .join(";"),
  eq: (a, b) => JSON.stringify(a) === JSON.stringify(b),
});

const MODES = ["one", "matrix", "pipeline"] as const;
/** Links of before call a pipeline a chain. */
const parseMode = createParser<(typeof MODES)[number]>({
  parse: (text) => MODES.find((mode) => mode === text) ?? (text === "chain" ? "pipeline" : null),
  serialize: (mode) => mode,
});

/** The form is its address: a draft survives a refresh, and a link is a draft somebody else can finish. */
export const launchSearch = {
  /** None is the first of the catalogue. */
  recipe: parseAsString.withDefault(""),
  mode: parseMode.withDefault("one"),
  chain: parseAsString.withDefault("sft-dgro-prm"),
  size: parseAsStringLiteral(["full", "smoke"] as const).withDefault("full"),
  problems: parseAsString.withDefault(""),
  presets: parseAsArrayOf(parseAsString).withDefault([]),
  set: parseTexts.withDefault({}),
  vary: parseTexts.withDefault({}),
  /** Run or evaluation by slot; `from` fills the recipe's first slot, so that another page can link here without knowing it. */
  in: parseTexts.withDefault({}),
  from: parseAsString.withDefault(""),
  seeds: parseAsString.withDefault(""),
  title: parseAsString.withDefault(""),
  experiment: parseAsString.withDefault(""),
  /** Of the experiment's configurations and seeds only what it lacks. */
  missing: parseAsBoolean.withDefault(false),
  /** The run whose benchmark and settings the form began with. */
  like: parseAsString.withDefault(""),
  /** The metric that the claims are for, where it is not the recipe's own. */
  primary: parseAsString.withDefault(""),
  /** The seeds share a start of their own. */
  shared: parseAsBoolean.withDefault(false),
  /** How many looks are declared. */
  looks: parseAsInteger.withDefault(1),
  /** A time limit and automatic retries, as typed. */
  limit: parseAsString.withDefault(""),
  retries: parseAsString.withDefault(""),
  /** "slurm": on a Slurm cluster, with what is asked for there, as typed. */
  on: parseAsStringLiteral(["", "slurm"] as const).withDefault(""),
  ask: parseTexts.withDefault({}),
  /** Forces runs onto a GPU or the CPU; without it a recipe that knows both takes a GPU where there is one. */
  device: parseAsStringLiteral(["", ...DEVICE_CHOICES] as const).withDefault(""),
  /** An A/A control: the first variant from a start moved by a millionth. */
  twin: parseAsBoolean.withDefault(false),
  /** The difference that is to be shown, as typed, and the experiment whose spread is taken. */
  show: parseAsString.withDefault(""),
  pilot: parseAsString.withDefault(""),
};

export const launchHref = createSerializer(launchSearch);
