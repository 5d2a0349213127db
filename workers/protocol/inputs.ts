import { z } from "zod";
import { CheckpointReference } from "./attempts/checkpoints.ts";
import { EpisodeStep, EvaluationProtocol } from "./events.ts";
import { StepLabel } from "./label-events.ts";
import { NetworkShape } from "./network.ts";
import { ProblemFile } from "./problem-file.ts";

/**
 * What a finished run leaves that a later run can take as input. A checkpoint repairs linear programs, a program policy writes
 * programs: neither can go on as the other.
 */
export const ARTIFACT_KINDS = [
  "checkpoint",
  "program_policy",
  "evaluation",
  "labels",
  "prm",
  "problems",
  "folder",
] as const;
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number];

/** Whether it is a policy, of either kind. */
export const isPolicy = (kind: ArtifactKind): kind is "checkpoint" | "program_policy" =>
  kind === "checkpoint" || kind === "program_policy";

/** Slots for sets of problems that other runs left: in the place of the named ones, and to train on alone. */
export const PROBLEM_SET = "problem_set";
export const TRAIN_SET = "train_set";

/** Something a recipe takes from another run, by the name of its slot. */
export interface RecipeInput {
  slot: string;
  label: string;
  kind: ArtifactKind;
  required: boolean;
  /** One line: what it is used for, or what happens without it. */
  reason: string;
  /** What a run that leaves such a thing offers to go on with: "evaluate it". */
  offer: string;
}

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const SourceRun = z.object({ id: z.string(), name: z.string(), recipe: z.string() });
const Params = z.record(z.string(), z.union([z.number(), z.boolean(), z.string()]));

/** Weights of a policy or of a process reward model. */
export const NetworkInput = z.object({
  kind: z.enum(["checkpoint", "program_policy", "prm"]),
  run: SourceRun,
  trainStep: z.number().int().min(0),
  sha256: Hash,
  network: NetworkShape,
  /** Base64 of the parameters, little-endian float32. */
  data: z.base64(),
});
export type NetworkInput = z.infer<typeof NetworkInput>;

/** The artifact of a run that is given as this. Takes kinds with weights alone, so that another kind must say what it is. */
export const artifactOf = (kind: NetworkInput["kind"]): "prm" | "weights" =>
  kind === "prm" ? "prm" : "weights";

/**
 * An evaluation with its episodes. `params` are those of the run that made it: with them its problems can be loaded
 * again; `problems[i]` is the content hash that episode `i` was played on.
 */
export const EvaluationInput = z.object({
  kind: z.literal("evaluation"),
  id: z.string(),
  run: SourceRun,
  params: Params,
  protocol: EvaluationProtocol,
  populationHash: Hash,
  part: z.enum(["train", "held_out"]),
  problems: z.array(Hash),
  episodes: z.array(z.object({ i: z.number().int().min(0), steps: z.array(EpisodeStep) })),
});
export type EvaluationInput = z.infer<typeof EvaluationInput>;

/** A label set with the evaluation it labels. */
export const LabelsInput = z.object({
  kind: z.literal("labels"),
  id: z.string(),
  run: SourceRun,
  evaluation: EvaluationInput,
  labels: z.array(StepLabel),
});
export type LabelsInput = z.infer<typeof LabelsInput>;

/** A set of problems that a run left, as it is registered. */
export const ProblemsInput = z.object({ kind: z.literal("problems"), run: SourceRun, ...ProblemFile.shape });
export type ProblemsInput = z.infer<typeof ProblemsInput>;

/** The last checkpoint of a script, which lies on the worker that made it; there its slot stands for the path. */
export const FolderInput = z.object({
  kind: z.literal("folder"),
  run: SourceRun,
  checkpoint: CheckpointReference,
  trainStep: z.number().int().min(0).nullable(),
});
export type FolderInput = z.infer<typeof FolderInput>;

/** The file `inputs/<slot>.json` that a trainer finds in the folder named by ABLAB_INPUTS. */
export const InputFile = z.discriminatedUnion("kind", [
  NetworkInput,
  EvaluationInput,
  LabelsInput,
  ProblemsInput,
  FolderInput,
]);
export type InputFile = z.infer<typeof InputFile>;
