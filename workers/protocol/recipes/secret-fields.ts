import type { ParamField, Params, ParamValue } from "../manifest.ts";
import { strengthOf } from "../secrets/secret-names.ts";

export type Named = Pick<ParamField, "name" | "kind">;

/** Whether a field takes a secret: a text whose name says so. Its value is of the machine that trains, and of no run. */
export const isSecretField = ({ name, kind }: Named): boolean =>
  kind === "text" &&
  (strengthOf(name) === "always" || (/(?:^|_)token$/.test(name) && strengthOf(name) === "opaque"));

/** Variables under which the programs themselves look for what trainers call so. */
const VARIABLES: Readonly<Record<string, string>> = {
  wandb_key: "WANDB_API_KEY",
  wandb_token: "WANDB_API_KEY",
  hf_key: "HF_TOKEN",
  hub_token: "HF_TOKEN",
  huggingface_token: "HF_TOKEN",
  push_to_hub_token: "HF_TOKEN",
  openai_key: "OPENAI_API_KEY",
  anthropic_key: "ANTHROPIC_API_KEY",
};

/** The variable of the worker's environment that holds the value of a secret field: `wandb_key` is WANDB_API_KEY. */
export const variableOf = ({ name }: Named): string => VARIABLES[name] ?? name.toUpperCase();

/** Parameters without values of secret fields: none is part of a configuration, whoever gave it. */
export function withoutSecrets(fields: readonly Named[], params: Params): Params {
  const secret = fields.filter((field) => isSecretField(field) && params[field.name] !== undefined);
  return secret.length === 0
    ? params
    : { ...params, ...Object.fromEntries(secret.map(({ name }): [string, ParamValue] => [name, ""])) };
}

/**
 * What the secret fields of a recipe are in an environment; undefined where that has no such variable, so that an argument with
 * that slot is left out.
 */
export const secretSlots = (
  fields: readonly Named[],
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> =>
  Object.fromEntries(
    fields.filter(isSecretField).map((field) => [field.name, env[variableOf(field)] || undefined]),
  );

/** What is in them, whichever they are. */
export const secretValues = (
  fields: readonly Named[],
  env: Readonly<Record<string, string | undefined>>,
): string[] => Object.values(secretSlots(fields, env)).filter((value) => value !== undefined);
