import { z } from "zod";
import { RunLimits } from "../attempts/continuing.ts";
import { idSchema } from "../ids.ts";
import { NewIn } from "../housekeeping/projects.ts";
import { DeclaredLooks } from "./looks.ts";
import { QUESTION } from "./launch-limits.ts";
import { nameSchema } from "../name-schema.ts";

export const MAX_RUNS_PER_LAUNCH = 500;

const ParamName = z.string().min(1).max(80);
export const ParamValueSchema = z.union([z.number(), z.boolean(), z.string().max(400)], {
  error: "A parameter value is a number, true or false, or a text of at most 400 characters.",
});

const Edits = z.record(ParamName, ParamValueSchema);
type Params = z.infer<typeof Edits>;
/** As any name that the recipe does not have it is refused; records of zod would leave it out and say nothing. */
const editsSchema = z.preprocess<Params, typeof Edits, Params>((edits, context) => {
  if (typeof edits === "object" && edits !== null && Object.hasOwn(edits, "__proto__"))
    context.addIssue({ code: "custom", message: 'No recipe has a parameter "__proto__".' });
  return edits;
}, Edits);

/** What one press of Launch varies: presets x factor levels x seeds, over a base of edited fields. */
export const Matrix = z.object({
  presets: z.array(z.string().min(1).max(80)).min(1, "Choose at least one preset.").max(50),
  /** Fields edited away from every preset; a preset's own value gives way to them. */
  edits: editsSchema,
  factors: z
    .array(
      z.object({
        name: ParamName,
        levels: z.array(ParamValueSchema).min(1, "A factor needs at least one level.").max(50),
      }),
    )
    .max(8),
  seeds: z
    .array(
      z
        .number({ error: "A seed is a whole number." })
        .int("A seed is a whole number.")
        .min(0)
        .max(2_147_483_647),
    )
    .min(1, "Give at least one seed.")
    .max(200),
  /** Adds an A/A control: the first variant from a start that is moved by a millionth. */
  twin: z.boolean().optional(),
});
export type Matrix = z.infer<typeof Matrix>;

/** What fills a slot: a run (its output, once it has finished) or one evaluation. */
export const SlotSource = z.union([
  z.object({ run: idSchema("run") }),
  z.object({ evaluation: idSchema("evaluation") }),
]);
export type SlotSource = z.infer<typeof SlotSource>;

const Slot = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, "A slot is named in lower-case letters.");
export const SlotSources = z.record(Slot, SlotSource);
export type SlotSources = z.infer<typeof SlotSources>;

const LaunchFacts = {
  /** A fresh uuid per press; sending the same one again returns the same runs. */
  launchKey: z.uuid("A launch key is a uuid."),
  experiment: z.union([
    z.object({ id: idSchema("experiment") }),
    z.object({ title: nameSchema(QUESTION), project: NewIn }),
  ]),
  /** The metric that the claims are for; the recipe's own where none is named. */
  primary: z.string().min(1).max(256).optional(),
  /** The runs of a seed share a start of their own in all configurations: differences are then paired by seed. */
  sharedStarts: z.boolean().default(false),
  /** How many looks at a new experiment are meant, with seeds added in between; each is then claimed at its share of the level. */
  looks: DeclaredLooks.optional(),
  /** A time limit and automatic retries, by choice only. */
  limits: RunLimits.optional(),
  /** Only what the experiment lacks: runs of a configuration and seed of which none has finished or may still finish. */
  missing: z.boolean().default(false),
};

const RecipeName = z.string().min(1).max(80);

export const LaunchInput = z.object({
  ...LaunchFacts,
  recipe: RecipeName,
  matrix: Matrix,
  inputs: SlotSources.default({}),
});
export type LaunchInput = z.input<typeof LaunchInput>;

/** The engine that runs are sent to; without one they go to any worker. */
export const RunsOn = z.enum(["slurm"]).optional();
/** The device that a launch forces; without one runs take a GPU where there is one, as their recipe allows. */
export const ForcedDevice = RunLimits.shape.device;

export const PlanInput = z.object({
  recipe: RecipeName,
  matrix: Matrix,
  inputs: SlotSources.default({}),
  /** The experiment that the runs join. */
  experiment: idSchema("experiment").optional(),
  missing: z.boolean().default(false),
  on: RunsOn,
  device: ForcedDevice,
});
export type PlanInput = z.input<typeof PlanInput>;

const StageKey = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, "A stage is named in lower-case letters.");

/** One step of a chain. A slot may also take what an earlier stage of the same launch makes. */
export const PipelineStage = z.object({
  key: StageKey,
  recipe: RecipeName,
  matrix: Matrix,
  inputs: z.record(Slot, z.union([SlotSource, z.object({ stage: StageKey })])).default({}),
  /** What it is, where it is measured otherwise than the others on purpose: shown beside them, never ranked. */
  beside: z.string().min(1).max(120).optional(),
});
export type PipelineStage = z.infer<typeof PipelineStage>;

export const PipelineInput = z.object({
  ...LaunchFacts,
  stages: z.array(PipelineStage).min(1, "A pipeline has at least one stage.").max(20),
  /** The stage whose first configuration everything else is compared with. */
  baseline: StageKey,
});
export type PipelineInput = z.input<typeof PipelineInput>;
