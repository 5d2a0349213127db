import type { Params } from "../manifest.ts";
import { type CommandPart, piecesOf } from "./command.ts";
import { holds } from "./condition.ts";
import { isSecretField, type Named, variableOf } from "./secret-fields.ts";

/** Secret fields whose slots a command has with these parameters: without their values it would be another one. */
export function secretsOfCommand<F extends Named>(
  fields: readonly F[],
  command: readonly CommandPart[],
  params: Params,
): F[] {
  const written = command.flatMap((part) =>
    typeof part === "string" ? [part] : holds(part.when, params) ? part.args : [],
  );
  const slots = new Set(
    written.flatMap((text) =>
      (piecesOf(text) ?? []).flatMap((piece) => ("slot" in piece ? [piece.slot] : [])),
    ),
  );
  return fields.filter((field) => isSecretField(field) && slots.has(field.name));
}

/** Variables that a recipe asks for, for secret fields or by name, and an environment has not. */
export const lackingVariables = (
  { fields, environment }: { fields: readonly Named[]; environment: readonly string[] },
  env: Readonly<Record<string, string | undefined>>,
): string[] => [
  ...new Set([...fields.filter(isSecretField).map(variableOf), ...environment].filter((name) => !env[name])),
];
