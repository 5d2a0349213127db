import type { SoundAnswer } from "../../../contracts/reports/report-answer.ts";

/** An answer with the digest of exactly the data it was computed from. */
export interface Answered {
  answer: SoundAnswer;
  digest: string;
}
