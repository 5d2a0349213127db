/** A version of an artifact as it is sent: the client's own project, and what it calls all else. */
export interface SentArtifact {
  experiment: string;
  type: string;
  name: string;
  digest: string;
}

/** A complete version. */
export interface ArtifactVersion extends SentArtifact {
  /** How the client calls the run that logged it. */
  key: string;
  /** From 0. */
  version: number;
  /** "latest" among them where it is the newest. */
  aliases: readonly string[];
  bytes: number;
  files: number;
  /** ms since the epoch. */
  at: number;
}

/** Versioned artifacts of wires. None of these is in a run's way: what is refused is refused in one sentence, and thrown. */
export interface ArtifactVerbs {
  /** A version whose files come now; one that is there already stays as it is. */
  begin(
    runId: string,
    sent: SentArtifact & { key: string; clientId: string | null; aliases: readonly string[] },
  ): void;
  /** All of its files came: it gets a number and its aliases. */
  commit(runId: string, sent: SentArtifact, held: { bytes: number; files: number }): void;
  /** Gives a version aliases, or takes them from it; one that is not there gets none. */
  call(
    sent: SentArtifact & { key: string },
    change: { add?: readonly string[]; remove?: readonly string[] },
  ): void;
  /** A complete version as its run logged it; null while its files come. */
  read(sent: SentArtifact & { key: string }): ArtifactVersion | null;
  /** The version behind "NAME:v3", "NAME:ALIAS", "NAME:latest" or "NAME". */
  find(experiment: string, name: string): ArtifactVersion | null;
  /** The complete versions that a run logged, newest first. */
  ofRun(runId: string): readonly ArtifactVersion[];
  /** The newest version of this name as its run logged it, complete or not. */
  begun(experiment: string, name: string): (SentArtifact & { key: string }) | null;
  /** The version that a client calls so before it is told its id. */
  sentAs(clientId: string): (SentArtifact & { key: string }) | null;
}

/** Aliases of one artifact; further ones are left out. */
export const MOST_ALIASES_OF_ARTIFACT = 2000;

/** Longest name of an artifact, its type and an alias. */
export const LONGEST_ARTIFACT_NAME = 200;

/** Where the files of a version lie among those of its run. */
export const artifactFolder = ({ name, digest }: { name: string; digest: string }): string =>
  `artifacts/${name}/${digest.slice(0, 12)}`;

/** Whether a name or a path would lead out of a folder that it is written into. */
export const leadsOut = (path: string): boolean =>
  path.startsWith("/") || path.includes("\0") || path.split(/[/\\]/).some((part) => part === "..");
