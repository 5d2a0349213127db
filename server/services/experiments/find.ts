import { selectExperiment, selectExperiments, type ExperimentRecord } from "#db/queries/experiments.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";

const SEARCHED = 1000;

/**
 * The experiment a person means by an id, a unique start of one, its title, or the word "latest"; of these projects alone where
 * they are given.
 */
export function findExperiment(
  ctx: ServiceContext,
  text: string,
  projects: readonly string[] | null = null,
): ExperimentRecord {
  const exact = selectExperiment(ctx.db, text);
  if (exact && (projects?.includes(exact.projectId) ?? true)) return exact;
  const all = (projects ?? [null]).flatMap((id) => selectExperiments(ctx.db, SEARCHED, id));
  if (text === "latest" && all.length > 0) return all[0];
  const found = all.filter(
    (e) => e.title === text || e.id.startsWith(text) || e.id.startsWith(`exp_${text}`),
  );
  if (found.length === 1 || (found.length > 1 && found.every((e) => e.title === text))) return found[0];
  if (found.length > 1) {
    throw new ServiceError(
      "conflict",
      `"${text}" fits ${found.length} experiments: ${found.map((e) => e.id).join(", ")}. Give more of the id.`,
    );
  }
  throw new ServiceError("not_found", `There is no experiment "${text.slice(0, 80)}".`);
}
