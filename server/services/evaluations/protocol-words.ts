import type { EvaluationProtocol } from "../../../workers/protocol/events.ts";

/** How episodes were run, aspect by aspect. How DA was counted in them is another question, and its own rule. */
export const protocolParts = (protocol: EvaluationProtocol): string[] => [
  protocol.decoding,
  `temperature ${protocol.temperature}`,
  `at most ${protocol.maxSteps} steps`,
  protocol.observation,
  `evaluation seed ${protocol.evalSeed}`,
];

export const protocolWords = (protocol: EvaluationProtocol): string => protocolParts(protocol).join(", ");

/** What two values of a metric must have in common of their protocols. How DA was counted matters to DA alone. */
export function protocolFor(metric: string, protocol: EvaluationProtocol): Partial<EvaluationProtocol> {
  const { daDefinition: _da, ...others } = protocol;
  return metric === "eval/da" ? protocol : others;
}
