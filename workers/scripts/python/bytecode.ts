import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { readInterpreter } from "./interpreter.ts";

/**
 * Where Python keeps what it compiles for a run: in a folder of the run, so that none is read that lies beside a script, where
 * bytecode that fits the time and size of a file is taken for it. Of what is installed with the interpreter all runs of a worker share
 * it, since compiling a large library anew would cost each of them seconds.
 */
export async function shareBytecode(
  { program, folder, env }: { program: string; folder: string; env: Record<string, string> },
  ofRun: string,
  shared: string,
): Promise<void> {
  const { libraries } = await readInterpreter(program, folder, env);
  for (const library of topmost(libraries)) {
    const at = join(ofRun, library);
    try {
      const to = join(shared, realpathSync(library));
      mkdirSync(to, { recursive: true, mode: 0o700 });
      mkdirSync(dirname(at), { recursive: true, mode: 0o700 });
      symlinkSync(to, at);
    } catch {
      // It is compiled for this run alone.
    }
  }
}

/** Those folders that lie in none of the others. */
const topmost = (folders: readonly string[]): string[] =>
  [...new Set(folders)].filter(
    (folder) => !folders.some((other) => other !== folder && folder.startsWith(other + sep)),
  );
