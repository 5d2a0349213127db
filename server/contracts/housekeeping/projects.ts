import { z } from "zod";
import { idSchema } from "../ids.ts";
import { nameSchema } from "../name-schema.ts";
import { ANNOTATION_LIMITS } from "./annotation-limits.ts";
import { PROJECT_NAME, SLUG } from "./project-words.ts";

export const PROJECT_LIMITS = { seedKey: 200, recipe: 80, projects: 200 } as const;

/** Which project a list is of, by its slug; null or left out: all of them. */
export const ProjectScope = z
  .string()
  .regex(SLUG, "A project is named by its slug: small letters, digits and dashes.")
  .nullish();

export const ScopeInput = z.object({ project: ProjectScope }).optional();
export type ScopeInput = z.infer<typeof ScopeInput>;

/** The project that something new goes into, by slug, name or id; left out: the default one. */
export const NewIn = z.string().min(1).max(80).optional();

/** A project as a person names it: by slug, name or id. */
const Named = z.string().min(1, "Name a project.").max(PROJECT_NAME.most);

export const NewProjectInput = z.object({ name: nameSchema(PROJECT_NAME) });
export type NewProjectInput = z.infer<typeof NewProjectInput>;

export const ProjectInput = z.object({ project: Named });
export type ProjectInput = z.infer<typeof ProjectInput>;

/** What is to be otherwise of a project; what is not named stays. */
export const ChangeProjectInput = z.object({
  project: Named,
  name: nameSchema(PROJECT_NAME).optional(),
  /** The name that `name` is given over: refused where the project has another by now. */
  nameWas: z.string().max(PROJECT_NAME.most).optional(),
  archived: z.boolean().optional(),
  seedKey: nameSchema({
    what: "The key of the seed",
    most: PROJECT_LIMITS.seedKey,
    missing: "Write the key.",
  })
    .nullable()
    .optional(),
  recipe: z.string().min(1).max(PROJECT_LIMITS.recipe).nullable().optional(),
});
export type ChangeProjectInput = z.infer<typeof ChangeProjectInput>;

export const MoveInput = z.object({
  ids: z
    .array(z.union([idSchema("run"), idSchema("experiment"), idSchema("report")]))
    .min(1, "Choose at least one run, experiment or report.")
    .max(ANNOTATION_LIMITS.changes, `At most ${ANNOTATION_LIMITS.changes} things are moved at once.`),
  /** The project that they go to. */
  to: Named,
});
export type MoveInput = z.infer<typeof MoveInput>;

/** The project that a thing is of. */
export const ProjectName = z.object({ name: z.string(), slug: z.string() });
export type ProjectName = z.infer<typeof ProjectName>;

export const Project = z.object({
  id: z.string(),
  name: z.string(),
  /** How addresses and commands name it; it stays where the name changes. */
  slug: z.string(),
  createdAt: z.number().int(),
  archived: z.boolean(),
  /** What goes into no other project goes into this one. */
  isDefault: z.boolean(),
  /** Key of a client's configuration that holds the seed, for what comes new from outside. */
  seedKey: z.string().nullable(),
  /** The recipe that the form of a launch opens with. */
  recipe: z.string().nullable(),
  runs: z.number().int(),
  experiments: z.number().int(),
  reports: z.number().int(),
  tokens: z.number().int(),
});
export type Project = z.infer<typeof Project>;

export const ProjectAnswer = z.object({
  message: z.string(),
  /** The project as it is now; null where it was deleted. */
  project: Project.nullable(),
  /** The project as it was before; null where it is new. */
  was: Project.nullable(),
});
export type ProjectAnswer = z.infer<typeof ProjectAnswer>;

export const MoveAnswer = z.object({
  /** Runs, experiments and reports that are elsewhere now. */
  moved: z.number().int(),
  message: z.string(),
  /** The same verb with these, in this order, puts everything back. */
  undo: z.array(MoveInput),
});
export type MoveAnswer = z.infer<typeof MoveAnswer>;
