/** What an evaluation was made by, part by part, in the order in which it is written. */
export const PROTOCOL_PARTS = [
  "temperature",
  "top_p",
  "n",
  "max_tokens",
  "system_prompt",
  "judge",
  "judge_version",
  "seed",
] as const;
export type ProtocolPart = (typeof PROTOCOL_PARTS)[number];

/** The parts that a client logged, as texts; a system prompt as the beginning of its hash. */
export type LoggedProtocol = Partial<Record<ProtocolPart, string>>;
