import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * The secrets of a launch lie beside launch.json in a file of their own, from when they are written until the supervisor reads
 * them: it takes them away before it starts the trainer, so that nothing lies there once that runs.
 *
 * @typedef {{ argv: [index: number, value: string][], env: Record<string, string> }} LaunchSecrets
 */
export const SECRETS_FILE = "launch-secrets.json";

/**
 * A launch with its secrets in their places; their file is gone afterwards. The launch as it is where it had none.
 * @template {{ argv: string[], env: Record<string, string> }} L
 * @param {string} directory
 * @param {L} launch
 * @returns {L}
 */
export function takeSecrets(directory, launch) {
  const path = join(directory, SECRETS_FILE);
  let text;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return launch;
  }
  rmSync(path, { force: true });
  const { argv, env } = /** @type {LaunchSecrets} */ (JSON.parse(text));
  const whole = new Map(argv);
  return {
    ...launch,
    argv: launch.argv.map((word, i) => whole.get(i) ?? word),
    env: { ...launch.env, ...env },
  };
}
