import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { FolderProblem, type Script } from "../read-folder.ts";
import { findProgram } from "../script-command.ts";
import { EnvironmentProblem, type Making, type PythonEnvironments } from "./environments.ts";
import { requirementsOf } from "./requirements.ts";

/** Which Python a script with requirements is started with. */
export interface PythonOf {
  /** Stands for "python" and "python3" of its command. */
  program: string;
  variables: Record<string, string>;
}

/** Where Pythons come from: environments that are made, or the one that somebody named for all. */
export type PythonSource = { environments: PythonEnvironments } | { program: string };

const root = fileURLToPath(new URL("../../..", import.meta.url));
const CLIENT = join(root, "clients", "python");
const JUDGE = join(root, "workers", "judge", "main.ts");

/** How a script starts the judge of answers: a list of words in JSON. */
export const judgeVariables = (): Record<string, string> => ({
  ABLAB_JUDGE: JSON.stringify([process.execPath, JUDGE]),
});

/**
 * What Python reads in every script: `import ablab` finds the client of this checkout, after all places that the recipe asks for,
 * and lines arrive in the log as they are printed.
 */
export function pythonVariables(asked: string | undefined): Record<string, string> {
  const places = [asked, existsSync(CLIENT) ? CLIENT : ""].filter(Boolean).join(delimiter);
  return { ...(places !== "" && { PYTHONPATH: places }), PYTHONUNBUFFERED: "1" };
}

/** Where the folder of an interpreter stands before all others, so that its tools are found too. */
const first = (folder: string, path: string | undefined): string =>
  [folder, path].filter(Boolean).join(delimiter);

/**
 * The Python of a script that says what it needs; null where it says nothing and takes whatever is on the PATH. May take
 * minutes the first time. Throws `FolderProblem` with a sentence.
 */
export async function pythonOf(
  script: Script,
  source: PythonSource,
  path: string | undefined,
  making: Making,
): Promise<PythonOf | null> {
  const requirements = requirementsOf(script);
  if (!requirements) return null;
  if ("program" in source) {
    const program = findProgram(source.program, "/", path ?? "");
    if (program === null)
      throw new FolderProblem(
        `This worker was started with --python ${source.program}, and there is no such program.`,
      );
    return { program, variables: { PATH: first(dirname(program), path) } };
  }
  let folder;
  try {
    folder = await source.environments.of(requirements, making);
  } catch (error) {
    throw error instanceof EnvironmentProblem ? new FolderProblem(error.message) : error;
  }
  const bin = join(folder, "bin");
  return {
    program: join(bin, "python"),
    variables: { PATH: first(bin, path), VIRTUAL_ENV: folder },
  };
}
