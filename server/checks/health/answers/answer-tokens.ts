import { namesOfMeasure } from "../../../contracts/metrics.ts";

/** Mean length of an answer, under whatever name. */
export const LENGTH = namesOfMeasure("answer_tokens");
