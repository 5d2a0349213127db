import { z } from "zod";
import { idSchema } from "../ids.ts";
import { TABLE_LIMITS } from "./table-limits.ts";
import { MEDIA_LIMITS, type Histogram, type MediaKind } from "../external/media.ts";

const RunId = idSchema("run");
const Key = z.string().min(1).max(MEDIA_LIMITS.key);

/** A key of media of a run. */
export interface MediaKey {
  kind: MediaKind;
  key: string;
  n: number;
  first: number;
  last: number;
}

export const MediaOverviewInput = z.object({ runId: RunId });

/** What media a run has: its keys, and the steps that a slider may stand at. */
export interface MediaOverview {
  keys: MediaKey[];
  /** Ascending; of very many some are left out. */
  steps: number[];
}

export const MediaAtInput = z.object({
  runId: RunId,
  kind: z.enum(["histogram", "image", "html", "audio", "video", "plotly", "table", "increment", "file"]),
  key: Key,
  step: z.number(),
});
export type MediaAtInput = z.infer<typeof MediaAtInput>;

/** What a browser may be given to show of a file, by its content. */
export const PREVIEWS = ["image", "audio", "video", "html", "plotly"] as const;
export type Preview = (typeof PREVIEWS)[number];

export interface ShownMedium {
  id: number;
  at: number;
  caption: string | null;
  path: string | null;
  /** Of its file; null where that is not here. */
  fileId: number | null;
  bytes: number | null;
  /** How it may be shown; null: as a download alone. */
  preview: Preview | null;
  /** Why it is not shown, in one sentence; null where it is. */
  missing: string | null;
  /** It is a table of completions: they stand under Groups. */
  inGroups?: boolean;
  histogram: Histogram | null;
  /** A figure as its client made it, where it is small enough to be drawn. */
  figure?: unknown;
}

export interface MediaAt {
  /** The step that is shown: the last one at or before the one that was asked for, else the first. */
  step: number | null;
  media: ShownMedium[];
  /** How many more there are at this step. */
  more: number;
}

export const HeatInput = z.object({ runId: RunId, key: Key });
export type HeatInput = z.infer<typeof HeatInput>;

/** Histograms of a key over steps on one scale. */
export interface HistogramHeat {
  /** Of the columns, ascending. */
  steps: number[];
  low: number;
  high: number;
  /** By column: which share of its counts is in each row, the lowest first. */
  shares: number[][];
  /** How many histograms there are; of more than are shown every so many-th stands here. */
  n: number;
}

export const MediaTableInput = z.object({
  id: z.number().int().positive(),
  search: z.string().max(TABLE_LIMITS.search).default(""),
  /** Rows whose cell in a column is as said. */
  where: z
    .object({
      column: z.number().int().min(0),
      is: z.enum(["contains", "=", ">=", "<="]),
      value: z.string().max(TABLE_LIMITS.search),
    })
    .nullable()
    .default(null),
  sort: z
    .object({ column: z.number().int().min(0), down: z.boolean() })
    .nullable()
    .default(null),
  page: z.number().int().min(0).default(0),
});
export type MediaTableInput = z.input<typeof MediaTableInput>;

export type TableCell = string | number | boolean | null;

export interface MediaTable {
  columns: string[];
  /** Of this page; longer texts end in "…". */
  rows: TableCell[][];
  /** Rows of the table, and those that fit the question. */
  total: number;
  matching: number;
  page: number;
  pages: number;
  /** What is not shown, in one sentence. */
  note: string | null;
}
