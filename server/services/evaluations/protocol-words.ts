import type { EvaluationProtocol } from "../../../workers/protocol/events.ts";
import { isDefinedByProtocol } from "../../../workers/protocol/metrics.ts";
import { countOf } from "../../wording/counts.ts";
import { writeTyped } from "../../wording/typed.ts";

/** How episodes were run, aspect by aspect. How DA was counted in them is another question, and its own rule. */
export const protocolParts = (protocol: EvaluationProtocol): string[] => [
  protocol.decoding,
  `temperature ${writeTyped(protocol.temperature)}`,
  `at most ${countOf(protocol.maxSteps, "step")}`,
  protocol.observation,
  `evaluation seed ${protocol.evalSeed}`,
];

export const protocolWords = (protocol: EvaluationProtocol): string => protocolParts(protocol).join(", ");

/** What two values of a metric must have in common of their protocols. */
export function protocolFor(metric: string, protocol: EvaluationProtocol): Partial<EvaluationProtocol> {
  const { daDefinition: _da, ...others } = protocol;
  return isDefinedByProtocol(metric) ? protocol : others;
}
