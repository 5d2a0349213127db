import type { ArtifactVerbs } from "../../../contracts/external/artifacts.ts";
import type { ExternalVerbs } from "../../../contracts/external/verbs.ts";
import { ServiceError } from "../../../errors.ts";

const refuse = (): never => {
  throw new ServiceError(
    "forbidden",
    "This key reads runs and brings none. A key that does both: npx ablab token new NAME --access both",
  );
};

/** The verbs of wires for a key that only reads: those that change something are refused, whatever they would change. */
export function readingVerbs(verbs: ExternalVerbs): ExternalVerbs {
  const reads = {
    find: verbs.find,
    read: verbs.read,
    list: verbs.list,
    called: verbs.called,
    places: verbs.places,
    points: verbs.points,
    rows: verbs.rows,
    latest: verbs.latest,
    latestOf: verbs.latestOf,
    listFiles: verbs.listFiles,
    readFile: verbs.readFile,
    isStopAsked: verbs.isStopAsked,
  };
  const refused: Record<Exclude<keyof ExternalVerbs, keyof typeof reads | "artifacts">, () => never> = {
    open: refuse,
    describe: refuse,
    log: refuse,
    logInTurns: refuse,
    print: refuse,
    keepFile: refuse,
    keepMedia: refuse,
    keepRollouts: refuse,
    moveGroups: refuse,
    keepEvaluation: refuse,
    say: refuse,
    hear: refuse,
    leave: refuse,
    end: refuse,
  };
  const found: Pick<ArtifactVerbs, "read" | "ofRun" | "find" | "begun" | "sentAs"> = verbs.artifacts;
  return { ...refused, ...reads, artifacts: { ...found, begin: refuse, commit: refuse, call: refuse } };
}
