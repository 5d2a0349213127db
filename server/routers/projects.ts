import {
  ChangeProjectInput,
  MoveInput,
  NewProjectInput,
  ProjectInput,
} from "../contracts/housekeeping/projects.ts";
import { changeProject, createProject, deleteProject } from "../services/projects/change.ts";
import { listProjects } from "../services/projects/list.ts";
import { moveThings } from "../services/moving/move.ts";
import { memberProcedure, router } from "./trpc.ts";

/** Projects, and what goes from one to another. */
export const projectsRouter = router({
  list: memberProcedure.query(({ ctx }) => listProjects(ctx.services)),
  create: memberProcedure
    .input(NewProjectInput)
    .mutation(({ ctx, input }) => createProject(ctx.services, input)),
  change: memberProcedure
    .input(ChangeProjectInput)
    .mutation(({ ctx, input }) => changeProject(ctx.services, input)),
  delete: memberProcedure
    .input(ProjectInput)
    .mutation(({ ctx, input }) => deleteProject(ctx.services, input)),
  move: memberProcedure.input(MoveInput).mutation(({ ctx, input }) => moveThings(ctx.services, input)),
});
