import { type Params, type RecipeManifest, trainerArgs } from "../../../workers/protocol/manifest.ts";
import { renderCommand } from "../../../workers/protocol/recipes/command.ts";
import { isSecretField, variableOf } from "../../../workers/protocol/recipes/secret-fields.ts";

/** Folders and files of a run are chosen when it starts; before, a command shows which they will be. */
const LATER = {
  run_id: "RUN",
  run_name: "NAME",
  output: "OUTPUT",
  config: "CONFIG",
  gpus: "GPUS",
  processes: "PROCESSES",
};

/** The argument list of a run as a person reads it, and could start it by hand. */
export function commandOf(manifest: RecipeManifest, params: Params, seed: number): string[] {
  const { script } = manifest;
  if (!script) return ["node", "workers/trainer/main.ts", ...trainerArgs(manifest, params, seed)];
  const inputs = Object.fromEntries(script.inputs.map(({ slot }) => [`input.${slot}`, `INPUT-${slot}`]));
  const secrets = manifest.fields.filter(isSecretField).map((field) => [field.name, `$${variableOf(field)}`]);
  const values = { ...LATER, ...inputs, ...params, ...Object.fromEntries(secrets), seed };
  return renderCommand(script.command, params, values);
}
