import { canonicalJson, sha256 } from "../../hashing.ts";

/** sha256 of the canonical JSON of exactly what an answer was computed from. */
export const digestOf = (data: unknown): string => sha256(canonicalJson(data));
