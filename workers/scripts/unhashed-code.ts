import { delimiter } from "node:path";
import { MOST_UNHASHED } from "../protocol/surroundings.ts";
import type { Script } from "./read-folder.ts";

/** Python looks for modules in the folders of this variable, where a recipe asks the worker for it. */
const PYTHON_PLACES = "PYTHONPATH";
const LONGEST = 400;

/**
 * From where code of a run can come that is not hashed: places in the script's folder, and those of the worker's environment that the
 * recipe asks for. What is installed is on the record of each run by its version.
 */
export function unhashedCode({ file, unhashed }: Script, env: NodeJS.ProcessEnv): string[] {
  const asked = file.environment.includes(PYTHON_PLACES) ? (env[PYTHON_PLACES] ?? "") : "";
  const places = asked.split(delimiter).filter(Boolean);
  return [...unhashed.code, ...places].map((place) => place.slice(0, LONGEST)).slice(0, MOST_UNHASHED);
}
