import { z } from "zod";
import { countOf } from "../../wording/counts.ts";
import { writeWhole } from "../../wording/numbers.ts";
import { CROCKFORD, idSchema, ID_PREFIXES } from "../ids.ts";
import {
  LARGEST_LAYOUT,
  MOST_ADDED,
  MOST_METRICS_IN_PANEL,
  MOST_ORDERED,
  MOST_REMOVED,
  MOST_SECTIONS,
  MOST_SIZED,
  PANEL_HEIGHTS,
  PANEL_TITLE,
  PANEL_WIDTHS,
  VIEW_NAME,
  type PanelLayout,
} from "./panel-layout.ts";
import { nameSchema } from "../name-schema.ts";

const LONGEST_METRIC = 256;
const MetricName = z.string().min(1).max(LONGEST_METRIC);
const PanelKey = z.string().min(1).max(LONGEST_METRIC);
const SectionId = z
  .string()
  .min(1)
  .max(LONGEST_METRIC + 40);

/** Record of at most `most` entries; `what` names them in the refusal. */
const recordOf = <Value extends z.ZodType>(key: z.ZodString, value: Value, most: number, what: string) =>
  z
    .record(key, value)
    .refine((entries) => Object.keys(entries).length <= most, `A view keeps at most ${most} ${what}.`);

/** Names a kind of panels, an option or its value. */
const PanelWord = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, "A kind of panels, its options and their values are short words.");
const MOST_PANEL_OPTIONS = 12;

const AddedPanel = z.object({
  key: z.string().regex(/^added:\d{1,9}$/, "The key of an added panel is added:1, added:2 and so on."),
  section: SectionId,
  title: nameSchema(PANEL_TITLE),
  metrics: z
    .array(MetricName)
    .min(1, "Choose at least one metric for the panel.")
    .max(
      MOST_METRICS_IN_PANEL,
      `A panel holds at most ${countOf(MOST_METRICS_IN_PANEL, "metric")}: its colors end there. Add a second panel.`,
    )
    .refine((metrics) => new Set(metrics).size === metrics.length, "A metric is twice in one panel."),
  kind: PanelWord.optional(),
  options: recordOf(PanelWord, PanelWord, MOST_PANEL_OPTIONS, "options of a panel").optional(),
});

/** The one schema of a layout: what is stored has passed it, and what is read is trusted. */
export const PanelLayoutSchema = z
  .object({
    version: z.literal(1, "This layout is of another version of Ablab. Reload the page."),
    added: z
      .array(AddedPanel)
      .max(
        MOST_ADDED,
        `A view holds at most ${countOf(MOST_ADDED, "added panel")}. Remove some, or make a second view.`,
      )
      .refine(
        (added) => new Set(added.map((p) => p.key)).size === added.length,
        "Two added panels share a key.",
      ),
    removed: z
      .array(PanelKey)
      .max(MOST_REMOVED, `A view leaves out at most ${countOf(MOST_REMOVED, "panel")}.`),
    order: recordOf(
      SectionId,
      z
        .array(PanelKey)
        .max(
          MOST_ORDERED,
          `A view keeps the place of at most ${countOf(MOST_ORDERED, "panel")} of a section.`,
        ),
      MOST_SECTIONS,
      "sections in order",
    ),
    sizes: recordOf(
      PanelKey,
      z.object({ width: z.enum(PANEL_WIDTHS), height: z.enum(PANEL_HEIGHTS) }),
      MOST_SIZED,
      "sizes",
    ),
    closed: recordOf(SectionId, z.boolean(), MOST_SECTIONS, "closed sections"),
  })
  .refine(
    (layout) => JSON.stringify(layout).length <= LARGEST_LAYOUT,
    `A view holds at most ${writeWhole(LARGEST_LAYOUT)} characters of layout. Put fewer panels in order.`,
  ) satisfies z.ZodType<PanelLayout>;

/** Name of the page a view is for: "recipe:grpo", "runs", "experiment:exp_…". */
export const ViewScope = z
  .string()
  .regex(
    new RegExp(
      `^(recipe:[a-z0-9][a-z0-9_.-]{0,63}|runs|experiment:${ID_PREFIXES.experiment}_[${CROCKFORD}]{16})$`,
    ),
    "A view belongs to the runs of a recipe, to the curves of runs, or to those of an experiment.",
  );

const ViewName = nameSchema(VIEW_NAME);

export const ListViewsInput = z.object({ scope: ViewScope });
export const GetViewInput = z.object({ id: idSchema("view") });
export const CreateViewInput = z.object({ scope: ViewScope, name: ViewName, layout: PanelLayoutSchema });
export type CreateViewInput = z.infer<typeof CreateViewInput>;
export const SaveViewInput = z.object({
  id: idSchema("view"),
  /** The version the edits started from; another one in the store refuses the save. */
  version: z.number().int().min(1),
  layout: PanelLayoutSchema,
});
export type SaveViewInput = z.infer<typeof SaveViewInput>;
export const RenameViewInput = z.object({
  id: idSchema("view"),
  name: ViewName,
  /** The name that `name` is given over: refused where the view has another by now. */
  nameWas: z.string().max(200).optional(),
});
export type RenameViewInput = z.infer<typeof RenameViewInput>;

/** A view in the list to choose from. */
export interface ViewHead {
  id: string;
  scope: string;
  name: string;
  version: number;
  createdBy: string;
  updatedAt: number;
}

export interface SavedView extends ViewHead {
  layout: PanelLayout;
}
