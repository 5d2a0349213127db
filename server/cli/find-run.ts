import type { Api } from "./client.ts";
import { plain, sayAside } from "./print.ts";

type Purpose = "read" | "stop" | "continue" | "delete";

/** Id of the run that a word stands for; which of several runs of one name it is goes to stderr, away from --json. */
export async function findRun(api: Api, text: string, purpose: Purpose): Promise<string> {
  const { id, choice } = await api.runs.find.query({ text, purpose });
  if (choice !== null) sayAside(`ablab: ${plain(`"${text}": ${choice}`)}`);
  return id;
}

/** Ids of the runs that several words stand for, each once; one that stands for none refuses all of them. */
export async function findRuns(api: Api, words: readonly string[], purpose: Purpose): Promise<string[]> {
  const ids = await Promise.all(words.map((word) => findRun(api, word, purpose)));
  return [...new Set(ids)];
}
