import type { ArtifactKind } from "../../workers/protocol/inputs.ts";

const NOUNS: Record<ArtifactKind, string> = {
  checkpoint: "checkpoint",
  program_policy: "policy that writes programs",
  evaluation: "evaluation",
  labels: "labels",
  prm: "process reward model",
  problems: "problem set",
  folder: "checkpoint of a script",
};

/** What one run takes from another, as a noun. */
export const artifactWord = (kind: ArtifactKind): string => NOUNS[kind];
