import type { Params } from "../../../workers/protocol/manifest.ts";
import type { LoggedProtocol, ProtocolPart } from "../../contracts/external/logged-protocol.ts";
import { sha256 } from "../hashing.ts";
import { type CellRule, meant, seedIn, spelledAlike } from "./config.ts";

/** Names that trainers and evaluation harnesses give the parts of a protocol, without the word that says it is of an evaluation. */
const NAMES: Record<string, ProtocolPart> = {
  temperature: "temperature",
  temp: "temperature",
  top_p: "top_p",
  n: "n",
  num_samples: "n",
  n_samples: "n",
  num_generations: "n",
  n_samples_per_prompt: "n",
  num_samples_per_prompt: "n",
  rollouts_per_example: "n",
  max_tokens: "max_tokens",
  max_new_tokens: "max_tokens",
  max_gen_toks: "max_tokens",
  max_generate_length: "max_tokens",
  generate_max_len: "max_tokens",
  max_completion_length: "max_tokens",
  max_response_len: "max_tokens",
  max_response_length: "max_tokens",
  system_prompt: "system_prompt",
  system_prompt_hash: "system_prompt",
  system_message: "system_prompt",
  judge: "judge",
  judge_model: "judge",
  grader: "judge",
  grader_model: "judge",
  judge_version: "judge_version",
  judge_revision: "judge_version",
  grader_version: "judge_version",
  seed: "seed",
};

/** Words of a path that say that its value is of an evaluation: without one a temperature is that of the training. */
const OF_EVALUATION = /(^|_)(eval|evaluation|val|validation|test)(?=_|$)/;
const HARNESS = new Set(["cli_configs", "task_configs", "gen_kwargs", "generation_kwargs"]);
/** Seeds below these split or order data. */
const OF_DATA = /(^|_)(data|dataset|datasets|split|loader|dataloader)(_|$)/;
/** Characters of a hash and of a value that are kept. */
const SHOWN = { hash: 8, value: 80 } as const;

const partsOf = (key: string): string[] => key.toLowerCase().split(/[./]/);

/** A part of a protocol that a key is, as `actor_rollout_ref.rollout.val_kwargs.temperature`; null for any other key. */
function partAt(key: string): ProtocolPart | null {
  const path = partsOf(key);
  if (!path.some((word) => OF_EVALUATION.test(word) || HARNESS.has(word))) return null;
  const last = path.at(-1)?.replace(OF_EVALUATION, "").replaceAll(/__+/g, "_").replace(/^_|_$/g, "") ?? "";
  const part = Object.hasOwn(NAMES, last) ? NAMES[last] : null;
  return part === "seed" && path.some((word) => OF_DATA.test(word)) ? null : part;
}

/** "temperature=0.6,top_p=0.95" of a harness, one key each. */
const spread = (key: string, value: Params[string]): [string, Params[string]][] =>
  typeof value === "string" && HARNESS.has(partsOf(key).at(-1) ?? "") && value.includes("=")
    ? value.split(",").flatMap((pair): [string, string][] => {
        const [name, ...rest] = pair.split("=");
        return rest.length > 0 ? [[`${key}.${name.trim()}`, rest.join("=").trim()]] : [];
      })
    : [[key, value]];

const textOf = (part: ProtocolPart, key: string, text: string): string =>
  part === "system_prompt" && !/hash$/i.test(key)
    ? sha256(text).slice(0, SHOWN.hash)
    : text.slice(0, SHOWN.value);

/**
 * What a configuration says of how evaluations are made: a text for each part, several values of one part in order. A seed that
 * is the run's own is no part of a protocol that seeds share.
 */
export function loggedProtocol(config: Params, rule: CellRule): LoggedProtocol {
  const own = seedIn(config, rule)?.seed;
  const found = new Map<ProtocolPart, Set<string>>();
  for (const [key, value] of spelledAlike(config).flatMap(([name, of]) => spread(name, of))) {
    const part = partAt(key);
    const text = part === null ? null : meant(value);
    if (part === null || text === null || (part === "seed" && Number(text) === own)) continue;
    found.set(part, (found.get(part) ?? new Set()).add(textOf(part, key, text)));
  }
  return Object.fromEntries([...found].map(([part, values]) => [part, [...values].toSorted().join(" or ")]));
}
