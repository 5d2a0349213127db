import { visibleName } from "#server/contracts/visible-name.ts";

interface MissingText {
  /** Last step of the way to the page. */
  crumb: string;
  title: string;
  message: string;
  /** Where such things are listed; null for an address of no kind of thing. */
  list: { title: string; label: string; href: string } | null;
}

/** What stands at /LIST/ID, by the first part of the address. */
const KINDS: Readonly<Record<string, { thing: string; title: string }>> = {
  runs: { thing: "run", title: "Runs" },
  experiments: { thing: "experiment", title: "Experiments" },
  evaluations: { thing: "evaluation", title: "Evaluations" },
  benchmarks: { thing: "benchmark", title: "Benchmarks" },
  reports: { thing: "report", title: "Reports" },
  workers: { thing: "worker", title: "Workers" },
};

/** An id is 30 characters long; whatever is longer was never one. */
const LONGEST = 60;

function readable(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // As it was written.
  }
  return visibleName(text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text);
}

/** What is said of an address behind which nothing is. */
export function missingText(path: string): MissingText {
  const [kind, id, problem, ...rest] = path.split("/").slice(1);
  const known = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!known || !id || rest.length > 0 || (problem !== undefined && kind !== "evaluations"))
    return {
      crumb: "No such page",
      title: "There is no such page",
      message: "The address may be mistyped, or the thing it names belongs to another data directory.",
      list: null,
    };
  const { thing, title } = known;
  const list = { title, label: `All ${title.toLowerCase()}`, href: `/${kind}` };
  if (problem !== undefined)
    return {
      crumb: "No such episode",
      title: "There is no such episode",
      message: `Evaluation ${readable(id)} has no episode of problem ${readable(problem)}, or was deleted, or belongs to another data directory.`,
      list,
    };
  return {
    crumb: `No such ${thing}`,
    title: `There is no such ${thing}`,
    message: `${readable(id)} was not found. It may have been deleted, the address may be mistyped, or it belongs to another data directory.`,
    list,
  };
}
