/** What an evaluation was made by, part by part, in the order in which it is written. */
export const PROTOCOL_PARTS = {
  temperature: "temperature",
  top_p: "top_p",
  n: "n",
  max_tokens: "max tokens",
  system_prompt: "system prompt",
  judge: "judge",
  judge_version: "judge version",
  seed: "evaluation seed",
} as const;
export type ProtocolPart = keyof typeof PROTOCOL_PARTS;

/** The parts that a client logged, as texts; a system prompt as the beginning of its hash. */
export type LoggedProtocol = Partial<Record<ProtocolPart, string>>;

export const protocolParts = (): ProtocolPart[] => Object.keys(PROTOCOL_PARTS) as ProtocolPart[];
