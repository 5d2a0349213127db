import { z } from "zod";
import { writeWhole } from "../../wording/numbers.ts";
import { idSchema } from "../ids.ts";
import { NewIn, ProjectName } from "../housekeeping/projects.ts";
import { nameSchema } from "../name-schema.ts";
import { LONGEST_MARKDOWN, REPORT_TITLE } from "./report-limits.ts";
import type { ReportAnswer } from "./report-answer.ts";
import type { ReportChip } from "./report-chips.ts";
import type { ReportNode } from "./report-tree.ts";

export * from "./report-limits.ts";

const Markdown = z
  .string()
  .max(
    LONGEST_MARKDOWN,
    `A report holds at most ${writeWhole(LONGEST_MARKDOWN)} characters. Split it, or attach the data elsewhere.`,
  );
const Title = nameSchema(REPORT_TITLE);

/** One frozen answer of a report: the query, what it answered, and the digest of exactly the data it was computed from. */
export const SnapshotItem = z.object({
  /** Place of the query in the report, from 0: inline numbers and blocks are counted together, in reading order. */
  index: z.number().int().min(0),
  /** The query as canonical JSON text. */
  query: z.string(),
  /** sha256 of the data the answer was computed from; another digest later means the item has drifted. */
  digest: z.string(),
  /** What was answered, whole: a published report needs nothing else to be drawn. */
  answer: z.custom<ReportAnswer>(),
});
export type SnapshotItem = z.infer<typeof SnapshotItem>;

export const ReportSnapshot = z.object({
  takenAt: z.number().int(),
  items: z.array(SnapshotItem),
  /** Names of people and machines when it was taken, which an anonymous link leaves out even after they changed. */
  privateWords: z.array(z.string()).optional(),
});
export type ReportSnapshot = z.infer<typeof ReportSnapshot>;

export const TEMPLATES = ["ablation", "sft-vs-rl"] as const;
export type TemplateName = (typeof TEMPLATES)[number];

export const CreateReportInput = z.object({ title: Title, markdown: Markdown.default(""), project: NewIn });
export type CreateReportInput = z.infer<typeof CreateReportInput>;

export const WriteReportInput = z.object({
  experimentId: idSchema("experiment"),
  template: z.enum(TEMPLATES).default("ablation"),
});
export type WriteReportInput = z.infer<typeof WriteReportInput>;

export const SaveReportInput = z.object({
  id: idSchema("report"),
  /** The version the writer started from; another one in the store refuses the save. */
  version: z.number().int().min(1),
  title: Title,
  markdown: Markdown,
  /** The text before is kept in the history, even where this save goes on with the same stretch of writing. */
  keeps: z.boolean().default(false),
});
export type SaveReportInput = z.infer<typeof SaveReportInput>;

export const PreviewInput = z.object({ markdown: Markdown });

export const SubjectsInput = z.object({ experimentId: idSchema("experiment") });

export const REPORT_VIEWS = ["newest", "draft"] as const;
export const ReportPageInput = z.object({
  id: idSchema("report"),
  /** `newest` is the newest publication, or the draft where there is none. */
  view: z.enum(REPORT_VIEWS).default("newest"),
  /** False: a publication is given as it was frozen, at once; true: every number is also compared with the store. */
  check: z.boolean().default(true),
});
export type ReportPageInput = z.infer<typeof ReportPageInput>;

export const PublishInput = z.object({ id: idSchema("report") });
export const DeleteReportInput = z.object({ id: idSchema("report") });

export const EXPIRY_NAMES = ["1d", "7d", "30d", "90d", "never"] as const;
/** Days until a link ends; null: it does not. */
export const EXPIRIES: Record<(typeof EXPIRY_NAMES)[number], number | null> = {
  "1d": 1,
  "7d": 7,
  "30d": 30,
  "90d": 90,
  never: null,
};
export const ShareInput = z.object({
  id: idSchema("report"),
  expires: z.enum(EXPIRY_NAMES).default("30d"),
  anonymous: z.boolean().default(false),
  /** Names of runs and titles of experiments are replaced by neutral ones; such a link is anonymous too. */
  neutralNames: z.boolean().default(false),
});
export type ShareInput = z.infer<typeof ShareInput>;

export const ExportInput = ReportPageInput.extend({
  form: z.enum(["html", "md", "csv"]),
  anonymous: z.boolean().default(false),
  neutralNames: z.boolean().default(false),
});
export type ExportInput = z.infer<typeof ExportInput>;

/** A report in a list. */
export const ReportSummary = z.object({
  id: z.string(),
  title: z.string(),
  version: z.number().int(),
  experimentId: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.number().int(),
  updatedAt: z.number().int(),
  publications: z.number().int(),
  publishedAt: z.number().int().nullable(),
  openLinks: z.number().int(),
});
export type ReportSummary = z.infer<typeof ReportSummary>;

export const PublicationSummary = z.object({
  id: z.string(),
  n: z.number().int(),
  title: z.string(),
  publishedBy: z.string(),
  publishedAt: z.number().int(),
  numbers: z.number().int(),
});
export type PublicationSummary = z.infer<typeof PublicationSummary>;

export const ShareLinkRow = z.object({
  id: z.string(),
  revision: z.number().int(),
  anonymous: z.boolean(),
  neutralNames: z.boolean(),
  createdBy: z.string(),
  createdAt: z.number().int(),
  expiresAt: z.number().int().nullable(),
  revokedAt: z.number().int().nullable(),
  opened: z.number().int(),
  lastOpenedAt: z.number().int().nullable(),
  state: z.enum(["open", "expired", "revoked"]),
});
export type ShareLinkRow = z.infer<typeof ShareLinkRow>;

/** A link with the report that it opens. */
export const SharedReport = ShareLinkRow.extend({ reportId: z.string(), title: z.string() });
export type SharedReport = z.infer<typeof SharedReport>;

/** How many queries of a report are in which state. */
export const ItemCounts = z.object({
  live: z.number().int(),
  frozen: z.number().int(),
  drifted: z.number().int(),
  gone: z.number().int(),
  errors: z.number().int(),
});
export type ItemCounts = z.infer<typeof ItemCounts>;

export const ReportPage = z.object({
  report: ReportSummary,
  project: ProjectName,
  markdown: z.string(),
  /** Whether the numbers were compared with the store; a draft always is. */
  checked: z.boolean(),
  /** Null: the draft is shown. */
  publication: PublicationSummary.nullable(),
  publications: z.array(PublicationSummary),
  links: z.array(ShareLinkRow),
  /** The draft has words that the newest publication does not have. */
  changedSincePublished: z.boolean(),
  counts: ItemCounts,
  tree: z.custom<ReportNode[]>(),
  asOf: z.number().int(),
});
export type ReportPage = z.infer<typeof ReportPage>;

export interface ReportPreview {
  tree: ReportNode[];
  counts: ItemCounts;
  /** One for each query of the text, in reading order. */
  chips: ReportChip[];
}

/** What saving, publishing and sharing answer, for scripts. */
export const SavedReport = z.object({ id: z.string(), version: z.number().int(), title: z.string() });
export type SavedReport = z.infer<typeof SavedReport>;

export const PublishedReport = z.object({
  id: z.string(),
  revision: z.number().int(),
  counts: ItemCounts,
});
export type PublishedReport = z.infer<typeof PublishedReport>;

export const CreatedShare = z.object({
  link: ShareLinkRow,
  /** Path with the token; it is shown once, only its hash is kept. */
  path: z.string(),
});
export type CreatedShare = z.infer<typeof CreatedShare>;

export interface ExportedReport {
  fileName: string;
  mime: string;
  text: string;
}
