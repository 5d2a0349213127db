import type { Command } from "#components/layout/command-palette.tsx";
import type { NamedRun } from "#server/contracts/run.ts";

const VERB = "compare";
const FEWEST_LETTERS = 3;

const OF_RUN = /^\/runs\/(run_\w+)$/;

/** "Compare with NAME" for each run that the palette knows, once the verb is typed on the page of a run. */
export function compareCommands(
  typed: string,
  path: string,
  runs: readonly Pick<NamedRun, "id" | "name" | "experiment" | "state">[],
): Command[] {
  const words = typed.toLowerCase().split(/\s+/);
  const open = OF_RUN.exec(path)?.[1];
  if (open === undefined || !words.some((word) => word.length >= FEWEST_LETTERS && VERB.startsWith(word)))
    return [];
  return runs
    .filter(({ id }) => id !== open)
    .map(({ id, name, experiment, state }) => ({
      id: `compare-${id}`,
      group: "Do",
      label: "Compare with",
      subject: name,
      keywords: `${experiment} ${id}`,
      state,
      // As `compareLink` writes it, which would be one more script of every page.
      href: `/compare?e=${open},${id}`,
    }));
}
