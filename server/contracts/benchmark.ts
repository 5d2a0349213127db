import { z } from "zod";
import { MOST_IMPORT_FILES } from "./imports/wanted-files.ts";
import { DiagnosisAsked } from "../../packs/repair/contracts/diagnosis.ts";
import { idSchema } from "./ids.ts";
import type { BenchmarkLedger } from "./ledger.ts";
import { nameSchema } from "./name-schema.ts";

/** One thing that was not taken and why, named so that a person can find it. `problem` is null where it is about the whole. */
export const Refusal = z.object({
  file: z.string(),
  problem: z.string().nullable(),
  line: z.number().int().nullable(),
  reason: z.string(),
});
export type Refusal = z.infer<typeof Refusal>;

const WordCount = z.object({ word: z.string(), count: z.number().int() });
const Range = z.object({ min: z.number().int(), max: z.number().int() });

/** Other sets that hold near-duplicates of this one's problems, and how far was looked. */
export const NearDuplicates = z.object({
  sets: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Its problems that share at least four fifths of their rows with a problem of this set and are not the same. */
      near: z.number().int(),
      compared: z.number().int(),
      /** The first such pair. */
      example: z.object({ own: z.string(), other: z.string() }),
    }),
  ),
  /** Problems of this set. */
  own: z.number().int(),
  /** Problems of other sets that were compared, and those that were not since there are too many. */
  compared: z.number().int(),
  left: z.number().int(),
  /** ms */
  at: z.number().int(),
});
export type NearDuplicates = z.infer<typeof NearDuplicates>;

/** What a registered benchmark holds, and what of its folder it does not. */
export const BenchmarkSummary = z.object({
  format: z.string(),
  listed: z.number().int(),
  taken: z.number().int(),
  withRoots: z.number().int(),
  withInjected: z.number().int(),
  withIntegers: z.number().int(),
  integralityOnly: z.number().int(),
  types: z.array(WordCount),
  levels: z.array(WordCount),
  rows: Range,
  columns: Range,
  cautions: z.array(z.string()),
  skipped: z.array(Refusal),
  /** Of problems that were taken: what the folder says of them and their models contradict. Absent where it was not looked at. */
  doubts: z.array(Refusal).optional(),
  /** The run that left the set, and what it says of how it was made. Absent for uploaded folders. */
  madeBy: z.object({ runId: z.string(), runName: z.string(), recipe: z.string() }).optional(),
  about: z.array(z.string()).optional(),
  /** Looked for once it is registered, in the background; absent until then. */
  near: NearDuplicates.optional(),
});
export type BenchmarkSummary = z.infer<typeof BenchmarkSummary>;

export const Benchmark = z.object({
  id: idSchema("benchmark"),
  name: z.string(),
  /** What it was called before, which runs may still name. */
  formerNames: z.array(z.string()).optional(),
  hash: z.string(),
  n: z.number().int(),
  summary: BenchmarkSummary,
  createdBy: z.string(),
  createdAt: z.number().int(),
});
export type Benchmark = z.infer<typeof Benchmark>;

const FileName = z
  .string()
  .min(1)
  .max(300)
  .refine((name) => !name.split(/[\\/]/).includes("..") && !/^[\\/]|\0|^[A-Za-z]:/.test(name), {
    message: "A file name is relative to the benchmark folder and does not leave it.",
  });

/** One batch of an upload. Files are read by the browser or the command line; the server opens no path a client names. */
export const StageFilesInput = z.object({
  stagingId: z.uuid(),
  files: z
    .array(
      z.object({
        name: FileName,
        text: z.string(),
        /** The text goes on where that of the file before under this name ended: a large file comes in parts. */
        goesOn: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(2000),
});
export type StageFilesInput = z.infer<typeof StageFilesInput>;

/** The same of files that are no texts: their bytes as base64. */
export const StageBytesInput = z.object({
  stagingId: z.uuid(),
  files: z
    .array(z.object({ name: FileName, bytes: z.base64(), goesOn: z.boolean().optional() }))
    .min(1)
    .max(MOST_IMPORT_FILES),
});
export type StageBytesInput = z.infer<typeof StageBytesInput>;

export const BenchmarkName = nameSchema({
  what: "A benchmark name",
  most: 120,
  missing: "Give the benchmark a name.",
})
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u,
    "A benchmark name starts with a letter or digit and holds letters, digits, spaces, dots, - and _.",
  )
  .refine((name) => name !== "generated", { message: 'The name "generated" stands for generated problems.' });

export const RegisterBenchmarkInput = z.object({ stagingId: z.uuid(), name: BenchmarkName });
export type RegisterBenchmarkInput = z.infer<typeof RegisterBenchmarkInput>;

export const BenchmarkFilesInput = z.object({ id: idSchema("benchmark") });
export type BenchmarkFilesInput = z.infer<typeof BenchmarkFilesInput>;

export const BenchmarkInput = z.object({
  id: idSchema("benchmark"),
  ...DiagnosisAsked,
  /** Levels of one error type alone; empty is all of them. */
  type: z.string().max(16).default(""),
});
export type BenchmarkInput = z.infer<typeof BenchmarkInput>;

/** A share with its 95 % interval over problems; null where it is not defined or has none. */
const LevelShare = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  n: z.number().int(),
});

export type LevelShare = z.infer<typeof LevelShare>;

const SolvedShare = LevelShare.extend({ hits: z.number().int() });

/** What one policy did on the problems of one level. */
const PolicyLevel = z.object({
  level: z.string(),
  rrAt5: SolvedShare,
  da: LevelShare,
  /** "unclear": the interval touches an edge of the band. "no band": nothing was expected of this level. */
  verdict: z.enum(["inside", "below", "above", "unclear", "no band"]),
});
export type PolicyLevel = z.infer<typeof PolicyLevel>;
export type LevelVerdict = PolicyLevel["verdict"];

/** Neighbouring levels of which the harder was solved more often, and whether the difference can be told from chance. */
const Inversion = z.object({
  easier: z.string(),
  harder: z.string(),
  difference: z.number(),
  low: z.number(),
  high: z.number(),
  clear: z.boolean(),
});
export type Inversion = z.infer<typeof Inversion>;

/** The levels of one error type alone: what one evaluation solved, and the mean faults of a problem. */
const TypeLevels = z.object({
  type: z.string(),
  levels: z.array(z.object({ level: z.string(), rrAt5: SolvedShare, faults: z.number().nullable() })),
  inversions: z.array(Inversion),
});
export type TypeLevels = z.infer<typeof TypeLevels>;

/** One final evaluation on problems of the set, level by level from easy to hard. */
const DifficultyRow = z.object({
  evaluationId: z.string(),
  runId: z.string(),
  runName: z.string(),
  /** What was measured, in words: a recipe's policy, or a player that learns nothing. */
  what: z.string(),
  isPlayer: z.boolean(),
  decoding: z.enum(["greedy", "sampled"]),
  at: z.number(),
  n: z.number().int(),
  levels: z.array(PolicyLevel),
  inversions: z.array(Inversion),
});
export type DifficultyRow = z.infer<typeof DifficultyRow>;

const MeanOverProblems = z.object({ mean: z.number().nullable(), n: z.number().int() });

/** A level of a set, with the share that was wanted solved quickly of an SFT policy and what its problems are made of. */
const SetLevel = z.object({
  level: z.string(),
  n: z.number().int(),
  band: z.object({ low: z.number(), high: z.number() }).nullable(),
  daCeiling: LevelShare,
  /** Faults of a problem, over those with known roots. */
  faults: MeanOverProblems,
  /** Elements of the conflict that an episode is shown first, over the problems whose evaluation told it. */
  conflict: MeanOverProblems,
});
export type SetLevel = z.infer<typeof SetLevel>;

export const DifficultyCurve = z.object({
  /** Levels of the set from easy to hard. */
  levels: z.array(SetLevel),
  rows: z.array(DifficultyRow),
  /** The first of `rows` by error type; empty where the set has one type, or one is chosen. */
  byType: z.array(TypeLevels),
  /** Evaluations of the same configuration, seed and protocol as a newer one that is shown or counted in `more`. */
  repeats: z.number().int(),
  /** Evaluations of their own that are not shown, the oldest. */
  more: z.number().int(),
  /** Title of the DA that is shown. */
  daTitle: z.string(),
  daDefinition: z.string(),
  /** What nobody has measured yet on this set: the title of a player, or "SFT". */
  missing: z.array(z.string()),
});
export type DifficultyCurve = z.infer<typeof DifficultyCurve>;

/** Everything of one registered set. */
export interface BenchmarkDetail {
  benchmark: Benchmark;
  gradient: DifficultyCurve;
  /** Other sets that hold problems of this one. */
  shared: { id: string; name: string; n: number; shared: number }[];
  /** Problems of it that some attempt was trained on. */
  trainedOn: number;
  /** Since when and by whom it is held for confirmation; null where it is not. */
  held: { at: number; by: string } | null;
  /** Comparisons that were made on it. */
  ledger: BenchmarkLedger;
  /** Other sets that were registered after near-duplicates were looked for. */
  newerSets: number;
  asOf: number;
}
