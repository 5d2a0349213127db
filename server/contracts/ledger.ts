import { z } from "zod";

/** The comparisons of one table among all that were made on its problems: each configuration beside the first of its experiment. */
export const Ledger = z.object({
  /** Comparisons on these problems by experiments whose runs were there first, and those of the table. */
  before: z.number().int(),
  own: z.number().int(),
  /** All experiments that compare on these problems, this and later ones among them, and their comparisons. */
  experiments: z.number().int(),
  comparisons: z.number().int(),
});
export type Ledger = z.infer<typeof Ledger>;

/** That the problems of a table are held for confirmation. */
export const HeldConfirmation = z.object({
  /** Name of the set. */
  set: z.string(),
  /** When it was held, ms since the epoch, and by whom. */
  heldAt: z.number().int(),
  heldBy: z.string(),
  /** Comparisons that were made on it before; the table is a confirmation where there are none. */
  before: z.number().int(),
  fresh: z.boolean(),
});
export type HeldConfirmation = z.infer<typeof HeldConfirmation>;

/** `hash`: over the content of a set, of a registered one or of one that runs were measured on. */
export const HoldInput = z.object({ hash: z.string().min(8).max(128), held: z.boolean() });
export type HoldInput = z.infer<typeof HoldInput>;

/** An experiment that compared configurations on a set of problems. */
export interface LedgerRow {
  id: string;
  title: string;
  configurations: number;
  /** Who launched its runs. */
  by: string[];
  /** When its first run was stored, ms since the epoch. */
  at: number;
  /** Claims in its primary metric, and those that new seeds confirm; null while they are not worked out. */
  claims: number | null;
  confirmed: number | null;
}

/** All comparisons that were made on a registered set. */
export interface BenchmarkLedger {
  experiments: number;
  comparisons: number;
  /** Over the experiments whose claims are worked out. */
  claims: number;
  confirmed: number;
  /** The latest experiments, the latest first. */
  rows: LedgerRow[];
}
