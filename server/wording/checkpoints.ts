import { writeWhole } from "./numbers.ts";

/** A checkpoint in words: by its train step, or by its path where that says none. */
export const writeCheckpoint = ({ step, path }: { step: number | null; path: string }): string =>
  step === null ? `checkpoint ${path}` : `the checkpoint of step ${writeWhole(step)}`;
