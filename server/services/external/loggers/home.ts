import { selectMadeProject } from "#db/queries/projects.ts";
import { NewProjectInput } from "../../../contracts/housekeeping/projects.ts";
import type { Note, ExternalRun } from "../../../contracts/external/verbs.ts";
import { isServiceError } from "../../../errors.ts";
import type { ServiceContext, WriteScope } from "../../context.ts";
import { makeProject } from "../../projects/change.ts";
import { placeName } from "../places/place.ts";
import { ingestActor } from "../session.ts";

/** Loggers whose project may become a project here. */
const HAS_PROJECTS = /^(?:wandb|trackio)\b/;

/** The projects in which a token's client finds what it calls by this name: the one that was made for it, and the token's own. */
export function homesOf(ctx: ServiceContext, experiment: string): string[] {
  const { projectId, makesProjects } = ingestActor(ctx);
  const made = makesProjects ? selectMadeProject(ctx.db, projectId, placeName(experiment)) : undefined;
  return made ? [made.id, projectId] : [projectId];
}

interface Home {
  projectId: string;
  /** Why it is the token's own project though it was to be another; null where nothing was in the way. */
  note: Note | null;
}

/**
 * The project that a new run goes into: the token's, or where the token may make projects the one that its client's project
 * stands for. It takes no project that people made, and none that is archived: the run then stays in the token's, and says so.
 */
export function openHome(
  ctx: ServiceContext,
  scope: WriteScope,
  { experiment, client }: Pick<ExternalRun, "experiment" | "client">,
): Home {
  const { projectId, makesProjects } = ingestActor(ctx);
  if (makesProjects !== true || !HAS_PROJECTS.test(client)) return { projectId, note: null };
  const name = placeName(experiment);
  const stays = (why: string): Home => ({
    projectId,
    note: {
      level: "info",
      message: `This run is in the project of its API key, not in one called ${JSON.stringify(name)}: ${why}`,
      id: `home:${name}`,
    },
  });
  const made = selectMadeProject(scope.db, projectId, name);
  if (made) return made.archived ? stays("that one is archived.") : { projectId: made.id, note: null };
  const read = NewProjectInput.safeParse({ name });
  if (!read.success) return stays(read.error.issues[0].message);
  try {
    return {
      projectId: makeProject(ctx, scope, { name }, { madeFrom: projectId, madeFor: name }),
      note: null,
    };
  } catch (error) {
    if (isServiceError(error) && error.code === "conflict") return stays(error.message);
    throw error;
  }
}
