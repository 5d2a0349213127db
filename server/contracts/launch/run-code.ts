import { z } from "zod";
import { Surroundings } from "../../../workers/protocol/surroundings.ts";
import { idSchema } from "../ids.ts";

const Changed = z.array(z.object({ path: z.string(), how: z.enum(["changed", "new", "gone"]) }));

/** With what a run of a script was started, and whether it can be started so again. */
export const RunCode = z.object({
  runId: z.string(),
  runName: z.string(),
  command: z.array(z.string()),
  surroundings: Surroundings.nullable(),
  /** What lies in the folder now, against what the run was launched with; null where no worker offers the script. */
  now: z.object({ isSame: z.boolean(), folder: z.string(), changed: Changed }).nullable(),
});
export type RunCode = z.infer<typeof RunCode>;

export const AgainInput = z.object({ id: idSchema("run"), launchKey: z.uuid("A launch key is a uuid.") });
export type AgainInput = z.infer<typeof AgainInput>;

export const CodeDifferenceInput = z.object({
  id: idSchema("run"),
  against: idSchema("run").nullable().default(null),
});
export type CodeDifferenceInput = z.input<typeof CodeDifferenceInput>;

/** In what two runs differ besides their parameters, by code, packages and machine. */
export const CodeDifference = z.object({
  against: z.object({ runId: z.string(), runName: z.string() }),
  /** Files of the script in the second run, against the first. */
  files: Changed,
  /** Facts that are not the same: commit, interpreter, host. */
  facts: z.array(
    z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  packages: z.array(
    z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  /** Both differ from their commit, and not in the same way. */
  uncommitted: z.boolean(),
});
export type CodeDifference = z.infer<typeof CodeDifference>;

/** What is on record of the code of a run, and against another run, where there is one to compare with. */
export const CodeOnRecord = z.object({ run: RunCode, difference: CodeDifference.nullable() });
export type CodeOnRecord = z.infer<typeof CodeOnRecord>;
