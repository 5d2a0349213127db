import type { ExternalFacts } from "../../contracts/external/verbs.ts";
import {
  firstEntries,
  isForeign,
  isTooDeep,
  numberOf,
  objectOf,
  paramsOf,
  textOf,
  wholeOf,
  type Foreign,
} from "../../foreign/foreign-values.ts";
import { environmentOf, metricName } from "../../foreign/wandb-rows.ts";

/** What a client's configuration says. */
export interface ReadConfig {
  config: ExternalFacts["config"];
  environment: Record<string, string>;
  axes: Record<string, string>;
  /** "0.31.0"; null where it is not said. */
  version: string | null;
  /** The rows were written to a folder first, and are sent afterwards. */
  isOffline: boolean;
  /** Of a fork: the run that it was made of, and its step. */
  parent: { run: string; step: number | null } | null;
  /** The process has called finish(). */
  isFinishing: boolean;
}

/** The entry of the configuration that is the client's own. */
const OWN = "_wandb";
/** Numbers by which the client's telemetry and metric definitions name their fields. */
const FEATURES = "3";
const FINISHES = 2;
const WAS_OFFLINE = 4;
const DEFINED = { name: "1", glob: "2", x: "4", xNumber: "5" } as const;

/** An object that came as such, or as JSON text; an empty one for all else. */
export function readObject(text: unknown): Foreign {
  if (isForeign(text)) return text;
  return (typeof text === "string" ? objectOf(text) : null) ?? {};
}

/** Metric -> its x, from the list of definitions; a definition names its x by the number of another, from 1. */
function axesOf(definitions: unknown): Record<string, string> {
  const all: unknown[] = Array.isArray(definitions) ? definitions : [];
  const axes = new Map<string, string>();
  for (const definition of all) {
    if (!isForeign(definition)) continue;
    const name = metricName(definition[DEFINED.name]) ?? metricName(definition[DEFINED.glob]);
    const other = all[(wholeOf(definition[DEFINED.xNumber]) ?? 0) - 1];
    const x =
      metricName(definition[DEFINED.x]) ?? (isForeign(other) ? metricName(other[DEFINED.name]) : null);
    if (name !== null && x !== null && name !== x) axes.set(name, x);
  }
  return Object.fromEntries(axes);
}

function parentOf({ run_id, step }: Foreign): ReadConfig["parent"] {
  const run = textOf(run_id);
  return run === null ? null : { run, step: numberOf(step) };
}

/** Reads `{name: {value}}` and the client's own part of it, `_wandb`. */
export function readConfig(text: unknown): ReadConfig {
  const sent = readObject(text);
  const valueOf = (entry: unknown) =>
    isForeign(entry) && Object.hasOwn(entry, "value") ? entry.value : entry;
  const own = readObject(valueOf(sent[OWN]));
  const given = firstEntries(sent).filter(([name]) => name !== OWN);
  const telemetry = readObject(own.t);
  const features = Array.isArray(telemetry[FEATURES]) ? telemetry[FEATURES] : [];
  const python = textOf(own.python_version);
  const processes = Object.values(readObject(own.e)).filter(isForeign);
  return {
    config: paramsOf(Object.fromEntries(given.map(([name, entry]) => [name, valueOf(entry)]))),
    environment: Object.assign(python === null ? {} : { python }, ...processes.map(environmentOf)) as Record<
      string,
      string
    >,
    axes: axesOf(own.m),
    version: textOf(own.cli_version),
    parent: parentOf(readObject(own.branch_point)),
    isOffline: features.includes(WAS_OFFLINE),
    isFinishing: features.includes(FINISHES),
  };
}

/** A configuration by its paths. No object: a name from outside may be "__proto__", which would lead out of it. */
type Folder = Map<string, unknown>;

const objectOfFolder = (folder: Folder): Foreign =>
  Object.fromEntries(
    [...folder].map(([name, inner]) => [
      name,
      inner instanceof Map ? objectOfFolder(inner as Folder) : inner,
    ]),
  );

/** Folders inside each other that a path leads through; what has more dots keeps the rest as one name. */
const MOST_FOLDERS = 100;

function namesOf(path: string): string[] {
  const names = path.split(".");
  return [
    ...names.slice(0, MOST_FOLDERS),
    ...(names.length > MOST_FOLDERS ? [names.slice(MOST_FOLDERS).join(".")] : []),
  ];
}

/** The configuration on record as the client reads it back when it goes on with a run. */
export function writeConfig(config: ExternalFacts["config"]): string {
  const nested: Folder = new Map();
  for (const [path, value] of Object.entries(config)) {
    const names = namesOf(path);
    let folder = nested;
    for (const name of names.slice(0, -1)) {
      const inner = folder.get(name);
      const into: Folder = inner instanceof Map ? (inner as Folder) : new Map();
      folder.set(name, into);
      folder = into;
    }
    folder.set(names[names.length - 1], fromText(value));
  }
  const told = Object.entries(objectOfFolder(nested)).map(([name, value]) => [name, { value }]);
  return JSON.stringify(Object.fromEntries(told));
}

/** Lists, empty objects and null are on record as JSON text. */
function fromText(value: string | number | boolean): unknown {
  if (typeof value !== "string" || !/^(\[[\s\S]*\]|\{[\s\S]*\}|null)$/.test(value)) return value;
  try {
    const read: unknown = JSON.parse(value);
    return isTooDeep(read) ? value : read;
  } catch {
    return value;
  }
}
