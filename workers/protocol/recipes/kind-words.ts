import type { ArtifactKind } from "../inputs.ts";

/** What people call each of them, with its article. */
export const KIND_WORDS: Record<ArtifactKind, string> = {
  checkpoint: "a checkpoint",
  program_policy: "a policy that writes programs",
  evaluation: "an evaluation",
  labels: "a label set",
  prm: "a process reward model",
  problems: "a problem set",
  folder: "a checkpoint of a script",
};

/** The same without its article, as in "it left no problem set". */
export const bareKind = (kind: ArtifactKind): string => KIND_WORDS[kind].replace(/^an? /, "");
