import type { z } from "zod";
import type { QueryKind } from "../../../contracts/reports/report-blocks.ts";
import type { SoundAnswer } from "../../../contracts/reports/report-answer.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import type { Sliced } from "../../series/sliced.ts";
import type { Answered, Reading } from "../answers/reading.ts";
import type { Said } from "../html/draw-chart.ts";
import type { ItemState } from "../html/item-state.ts";

/** Where a block is drawn: how it stands to what was published, its label as "Figure 2", and captions that earlier blocks gave. */
export interface DrawnAt {
  state: ItemState;
  label: string | null;
  said: Said;
}

/** A number of an answer as a row of the CSV has it, in the unit of the store. */
export interface NumberRow {
  name: string;
  subject: string;
  value: number | string | null;
  low: number | null;
  high: number | null;
  n: number;
  counts: string;
  p: number | null;
  unit: string;
  method: string;
  definition: string;
  computedAt: number;
}

/** All that the server does with a kind of query. Its words, mark and menu are in `server/contracts/reports/report-blocks.ts`. */
export interface ReportBlock<
  Query extends { kind: QueryKind } = { kind: QueryKind },
  Answer extends SoundAnswer = SoundAnswer,
> {
  /** Its keys as they may be written; one that takes an array is written as a list. */
  query: z.ZodType<Query> & { shape: z.core.$ZodShape };
  /** The kind of its answer, which only this block gives: publications keep the answer and are drawn by it. */
  gives: Answer["kind"];
  /** Answers with a digest of the data that the answer uses and nothing else. Errors: a ServiceError becomes the block's sentence. */
  answer(reading: Reading, query: Query): Answered<Answer> | Sliced<Answered<Answer>>;
  draw(answer: Answer, at: DrawnAt): ReportNode[];
  /** As Markdown. */
  text(answer: Answer): string;
  /** What it is called when it is counted; null where it is not. */
  counted(answer: Answer): "Figure" | "Table" | null;
  /** Its rows of the CSV; none where left out. */
  numbers?(answer: Answer): NumberRow[];
  /** What its chip is called, where that is more than the name of the block. */
  chipName?(answer: Answer): string;
  /** Where the drawing says itself where it comes from, or stands beside what does. */
  isMarked?(answer: Answer): boolean;
  /** What stands in the appendix of the printed report. */
  appendix?(answer: Answer, label: string): ReportNode[];
}
