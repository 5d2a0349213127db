import { maskArguments, maskTable } from "../../protocol/secrets/mask.ts";
import { MASK } from "../../protocol/secrets/mask-mark.ts";
import type { LaunchRecord } from "../run-directory.ts";
import type { LaunchSecrets } from "./launch-secrets.mjs";

/** Shorter ones would be found in what is none. */
const SHORTEST = 4;

/**
 * A launch without its secrets, and these apart: values of secret fields wherever they stand, and what is one by its name or
 * form. Null where there is none.
 */
export function setApart(
  launch: LaunchRecord,
  values: readonly string[],
): { launch: LaunchRecord; secrets: LaunchSecrets | null } {
  const known = values.filter((value) => value.length >= SHORTEST).toSorted((a, b) => b.length - a.length);
  const without = (text: string) => known.reduce((rest, value) => rest.replaceAll(value, MASK), text);
  const argv = maskArguments(launch.argv.map(without));
  const env = maskTable(
    Object.fromEntries(Object.entries(launch.env).map(([name, value]) => [name, without(value)])),
  );
  const secrets: LaunchSecrets = {
    argv: launch.argv.flatMap((word, i): [number, string][] => (argv[i] === word ? [] : [[i, word]])),
    env: Object.fromEntries(Object.entries(launch.env).filter(([name, value]) => env[name] !== value)),
  };
  const hasSome = secrets.argv.length > 0 || Object.keys(secrets.env).length > 0;
  return hasSome ? { launch: { ...launch, argv, env }, secrets } : { launch, secrets: null };
}
