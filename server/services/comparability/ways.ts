import type { Db } from "#db/client.ts";
import { selectMeasuredProblems } from "#db/queries/compare.ts";
import type { EvaluationTotals } from "#db/queries/evaluations.ts";
import type { EvaluationProtocol } from "../../../workers/protocol/events.ts";
import type { Identity, Way } from "../../contracts/on-record.ts";
import { countOf, writeOf } from "../../wording/counts.ts";
import { populationHash } from "../attempts/store-population.ts";
import { writeTyped } from "../../wording/typed.ts";
import { protocolText } from "../../wording/logged-protocol.ts";
import { UNRECORDED, writeDecoding, writeDrawn } from "../../wording/decoding.ts";
import { canonicalJson } from "../hashing.ts";
import { loggedIdentity } from "./logged-protocols.ts";

/** An evaluation, as far as it says how it was made. */
export interface MadeEvaluation {
  id: string;
  populationHash: string;
  /** Name of its set of problems. */
  population: string;
  /** Problems that it has rows for, of those its set has. */
  n: number;
  of: number;
  protocol: EvaluationProtocol;
}

/** An evaluation as it is stored, beside the set of problems that it was to measure. */
export const madeEvaluation = ({
  evaluation,
  population,
  of,
}: Pick<EvaluationTotals, "evaluation" | "population" | "of">): MadeEvaluation => ({
  ...evaluation,
  population,
  of,
});

/** Identities held in mind, of some hundred bytes each; beyond that all are read again. */
const MOST = 50_000;
const known = new WeakMap<Db["$client"], Map<string, string>>();

/**
 * Identity of the problems that an evaluation has rows for: of its set, unless it left some of that out. An evaluation never
 * changes, so each is read once.
 */
function problemsKey(db: Db, { id, populationHash: whole, n, of }: MadeEvaluation): string {
  if (n === of) return whole;
  const hashes = known.get(db.$client) ?? new Map<string, string>();
  known.set(db.$client, hashes);
  const found = hashes.get(id) ?? populationHash(selectMeasuredProblems(db, id).map((p) => p.hash));
  if (hashes.size >= MOST) hashes.clear();
  hashes.set(id, found);
  return found;
}

export const problemWords = ({ population, n, of }: Pick<MadeEvaluation, "population" | "n" | "of">) =>
  `${n === of ? countOf(of, "problem") : writeOf(n, of, "problem")} of "${population}"`;

/** How episodes were run, aspect by aspect. How DA was counted in them is another question, and its own rule. */
export const protocolParts = (protocol: EvaluationProtocol): string[] =>
  protocol.observation === UNRECORDED
    ? [protocolText(protocol.logged ?? {})]
    : [
        writeDecoding(protocol),
        `temperature ${writeTyped(protocol.temperature)}`,
        // A program is written at once.
        ...(protocol.programs ? [] : [`at most ${countOf(protocol.maxSteps, "step")}`]),
        protocol.observation,
        `evaluation seed ${protocol.evalSeed}`,
      ];

/** Something with several aspects, told apart by all that decides it. */
const aspects = (of: object, parts: string[]): Identity => ({
  key: canonicalJson(of),
  words: parts.join(", "),
  parts,
});

function howOf(protocol: EvaluationProtocol): Pick<Way, "protocol" | "drawn" | "definition"> {
  // Programs drawn beside the answer change nothing of the answer.
  const { daDefinition, programs, ...others } = protocol;
  if (protocol.observation === UNRECORDED)
    return {
      protocol: loggedIdentity(protocol.logged ?? {}) ?? { key: "", words: writeDecoding(protocol) },
      definition: { key: daDefinition, words: `DA ${daDefinition}` },
    };
  const parts = protocolParts(protocol);
  return {
    protocol: aspects(others, parts),
    ...(programs && { drawn: aspects({ ...others, programs }, [...parts, writeDrawn(programs)]) }),
    definition: { key: daDefinition, words: `DA ${daDefinition}` },
  };
}

/**
 * Reads off evaluations how they were made: on the problems that they have rows for, by which protocol, by which definition of
 * DA. What the problems of a set were to be never counts.
 */
export function wayReader(db: Db): (evaluation: MadeEvaluation) => Way {
  const protocols = new Map<string, ReturnType<typeof howOf>>();
  const ways = new Map<string, Way>();
  return (evaluation) => {
    const text = JSON.stringify(evaluation.protocol);
    const how = protocols.get(text) ?? howOf(evaluation.protocol);
    protocols.set(text, how);
    const problems: Identity = { key: problemsKey(db, evaluation), words: problemWords(evaluation) };
    // A whole set and the part of another one that holds the same problems are one identity; each keeps its own words.
    const name = `${problems.key} ${problems.words} ${text}`;
    const way = ways.get(name) ?? { problems, ...how };
    ways.set(name, way);
    return way;
  };
}

/** The way of a single evaluation. */
export const wayOf = (db: Db, evaluation: MadeEvaluation): Way => wayReader(db)(evaluation);
