import type { Params } from "../../../workers/protocol/manifest.ts";
import { MASK } from "../../../workers/protocol/secrets/mask-mark.ts";
import { isSecretName } from "../../../workers/protocol/secrets/secret-names.ts";
import { visibleName } from "../../contracts/visible-name.ts";
import { canonicalJson, sha256 } from "../hashing.ts";
import { isIdentityKey, isResumedFrom } from "./grouping/identity-keys.ts";
import { isDataSeed, isSeedKey, seedCandidates } from "./grouping/seed-keys.ts";
import { readPython, type PythonValue } from "./python-literal.ts";

/** How much of a configuration is kept: keys, and characters of a key and of a text. */
export const CONFIG_LIMITS = { keys: 5000, key: 256, text: 4000 } as const;

/** How the runs of a place are put into configurations; chosen once per place. */
export interface CellRule {
  seedKey: string | null;
  ignoredKeys: readonly string[];
}

/** As long as nobody chose. */
export const USUAL_RULE: CellRule = { seedKey: null, ignoredKeys: [] };

/** A whole number from 0 on, however it was sent; null for anything else. */
function asSeed(value: unknown): number | null {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** A value as every client means it: MLflow sends texts, others what they have. Null says nothing and is left out. */
export function meant(value: Params[string]): string | null {
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") return String(value);
  const text = value.trim();
  if (text === "" || /^(none|null)$/i.test(text)) return null;
  if (/^(true|false)$/i.test(text)) return text.toLowerCase();
  return /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? String(Number(text)) : text;
}

/** Leaves of what Python wrote, as clients send it that write JSON: dicts by path, lists as JSON. */
function leavesOf(key: string, value: PythonValue): [string, Params[string]][] {
  if (value === null) return [];
  if (typeof value !== "object") return [[key, value]];
  const isLeaf = Array.isArray(value) || Object.keys(value).length === 0;
  if (isLeaf) return [[key, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(`${key}.${name}`, inner));
}

/** Whether a text may be what Python writes of a dict or a list. */
const mayBeSpelled = (value: Params[string]): boolean => typeof value === "string" && /^\s*[[({]/.test(value);

/** A configuration with its dicts and lists as one client writes them: MLflow makes texts of them. */
export const spelledAlike = (config: Params): [string, Params[string]][] =>
  Object.entries(config).flatMap(([key, value]): [string, Params[string]][] => {
    const read = mayBeSpelled(value) ? readPython(String(value)) : undefined;
    return read === undefined ? [[key, value]] : leavesOf(key, read);
  });

function seedAt(config: Params, seedKey: string | null): { key: string; seed: number } | null {
  for (const key of seedKey === null ? seedCandidates(config) : [seedKey]) {
    const seed = Object.hasOwn(config, key) ? asSeed(config[key]) : null;
    if (seed !== null) return { key, seed };
  }
  return null;
}

/** The seed of a configuration and the key it stands at, also within a dict that came as a text; null where none is on record. */
export function seedIn(config: Params, { seedKey }: CellRule): { key: string; seed: number } | null {
  const found = seedAt(config, seedKey);
  if (found || !Object.values(config).some(mayBeSpelled)) return found;
  const nested = spelledAlike(config);
  return nested.length === Object.keys(config).length ? null : seedAt(Object.fromEntries(nested), seedKey);
}

/** What of a configuration says which one it is: all but its seeds and what names the run, as texts. */
export function cellConfig(config: Params, rule: CellRule): Map<string, string> {
  const seed = seedIn(config, rule);
  const ignored = new Set(rule.ignoredKeys);
  const entries = spelledAlike(config);
  const places = new Set(entries.flatMap(([key, value]) => (isIdentityKey(key) ? [value] : [])));
  const kept = entries.flatMap(([key, value]): [string, string][] => {
    // Whose key opened a logger says nothing of what was trained, also where one run had none.
    if (ignored.has(key) || isIdentityKey(key) || value === MASK || isSecretName(key)) return [];
    if (seed && (seed.key === key || isSeedKey(key))) return [];
    if (seed && isDataSeed(key) && asSeed(value) === seed.seed) return [];
    if (isResumedFrom(key) && places.has(value)) return [];
    const text = meant(value);
    return text === null ? [] : [[key, text]];
  });
  return new Map(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Keys in which some configurations differ, in alphabetical order. */
export function differingKeys(configs: readonly ReadonlyMap<string, string>[]): string[] {
  const keys = new Set(configs.flatMap((config) => [...config.keys()]));
  return [...keys].filter((key) => new Set(configs.map((config) => config.get(key))).size > 1).toSorted();
}

/** Counted up whenever the same configuration is put together otherwise than before; places of an older one are regrouped. */
export const GROUPING_VERSION = 4;

export const cellOf = (config: Params, rule: CellRule): string =>
  sha256(canonicalJson({ outside: 1, config: [...cellConfig(config, rule)] }));

const lastPart = (key: string): string => key.slice(key.lastIndexOf(".") + 1).toLowerCase();

const STEP_KEYS = ["max_steps", "total_training_steps", "total_steps", "num_training_steps", "max_num_steps"];

/** How many train steps a configuration says there will be; 0 where it does not say. */
export function plannedSteps(config: Params): number {
  const found = Object.keys(config).find(
    (key) => STEP_KEYS.includes(lastPart(key)) && Number(config[key]) > 0,
  );
  const steps = found === undefined ? 0 : Number(config[found]);
  return Number.isSafeInteger(steps) ? steps : 0;
}

/** A configuration within its limits, and what was left out. Keys are written out, so that none can hide. */
export function boundedConfig(config: Params): { config: Params; leftOut: number; shortened: number } {
  let shortened = 0;
  const entries = Object.entries(config).slice(0, CONFIG_LIMITS.keys);
  const kept = entries.map(([key, value]): [string, Params[string]] => {
    const name = visibleName(key).slice(0, CONFIG_LIMITS.key);
    if (typeof value === "number" && !Number.isFinite(value)) return [name, String(value)];
    if (typeof value !== "string" || value.length <= CONFIG_LIMITS.text) return [name, value];
    shortened += 1;
    return [name, `${value.slice(0, CONFIG_LIMITS.text)}…`];
  });
  return { config: Object.fromEntries(kept), leftOut: Object.keys(config).length - kept.length, shortened };
}
