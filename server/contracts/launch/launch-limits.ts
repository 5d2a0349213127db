import { nameIssue, type NameRule } from "../../../workers/protocol/names.ts";

/** An experiment's title is the question it asks. */
export const QUESTION: NameRule = {
  what: "A title",
  most: 200,
  missing: "Give the experiment a title: the question it asks.",
};

/** What is wrong with the title of a draft, or null: one that is left empty is made from what is launched. */
export const questionIssue = (title: string): string | null =>
  nameIssue(title, { ...QUESTION, missing: null });

/** Nothing is launched where the disk of the data directory has less free, unless the server was told otherwise. Bytes. */
export const MIN_FREE_BYTES = 1024 ** 3;

/** Looks that a launch may declare for an experiment. */
export const MOST_LOOKS = 4;
