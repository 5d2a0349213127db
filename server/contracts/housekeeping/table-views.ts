import { z } from "zod";
import { idSchema } from "../ids.ts";
import { nameSchema } from "../name-schema.ts";
import { ProjectScope } from "./projects.ts";

export const TABLE_VIEW_LIMITS = { name: 80, address: 8000, perPerson: 100 } as const;

const ViewId = idSchema("view");

/** A view of the run table is its address, without the page: "view=live&group=p:lr". */
const Address = z
  .string()
  .max(TABLE_VIEW_LIMITS.address, "This view is too long to be saved: it has too many columns or conditions.")
  .regex(/^[^?#\s]*$/, "A view is the part of the address behind the question mark.");

export const SaveTableViewInput = z.object({
  /** The view that is saved over; without one it is a new one. */
  id: ViewId.optional(),
  name: nameSchema({
    what: "The name of a view",
    most: TABLE_VIEW_LIMITS.name,
    missing: "Give the view a name.",
  }),
  address: Address,
  /** The project that a new view is of; without one it is of all of them. */
  project: ProjectScope,
});
export type SaveTableViewInput = z.infer<typeof SaveTableViewInput>;

export const TableViewInput = z.object({ id: ViewId });
export type TableViewInput = z.infer<typeof TableViewInput>;

export const DefaultViewInput = z.object({
  /** What the run table opens with, for everybody; null: every run, by the usual columns. */
  id: ViewId.nullable(),
  /** Whose table opens with every run again, where no view is named. */
  project: ProjectScope,
});
export type DefaultViewInput = z.infer<typeof DefaultViewInput>;

export const TableView = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  /** Who saved it; only they see it, unless it is the default. */
  owner: z.string(),
  mine: z.boolean(),
  /** Slug of the project that it was saved in; null: it is of all projects. */
  project: z.string().nullable(),
  /** The run table of its project opens with it. */
  isDefault: z.boolean(),
  updatedAt: z.number().int(),
});
export type TableView = z.infer<typeof TableView>;

/** What a change of the saved views did; `was` and `wasDefault` take it back. */
export const TableViewAnswer = z.object({
  message: z.string(),
  view: TableView.nullable(),
  /** The view as it was before; null where there was none. */
  was: TableView.nullable(),
  /** Id of the default before. */
  wasDefault: z.string().nullable(),
});
export type TableViewAnswer = z.infer<typeof TableViewAnswer>;
