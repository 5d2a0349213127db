import type { IncomingHttpHeaders } from "node:http";
import type { ExternalVerbs } from "../contracts/external/verbs.ts";

/** A request of a foreign client behind the gate: its token opened a project. */
export interface AdapterRequest {
  method: string;
  /** Decoded once, without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Unpacked where it came packed. */
  body: Uint8Array;
  /** "http://127.0.0.1:7400": where the client reached us, for links it is given. */
  origin: string;
  /** Whose memory a wire may answer from: what was kept for one token or project is answered to no other. */
  owner: AdapterOwner;
}

export interface AdapterOwner {
  tokenId: string;
  projectId: string;
}

export interface AdapterAnswer {
  status: number;
  type: string;
  body: string | Uint8Array;
}

/** One foreign client's way in: pure translation of its requests to the verbs. */
export interface Adapter {
  name: string;
  /** Whether a path is this client's. No two wires may claim the same. */
  claims(method: string, path: string): boolean;
  /** The ingest token as this client sends it; null where there is none. What stands in an address opens that address alone. */
  tokenOf(asked: Pick<AdapterRequest, "method" | "path" | "query" | "headers">): string | null;
  /**
   * Requests that bring nothing of a run and come without a token, as what a client measures of itself: answered with 200 and
   * `{}`, unread, whoever asks. A refusal would be printed in the middle of a training.
   */
  drops?(method: string, path: string): boolean;
  /** Largest body it takes, in bytes, before and after unpacking. */
  mostBytes(method: string, path: string): number;
  /**
   * Whether a request only stores what trainings say all the time: a short one is one commit with others that arrive at the same
   * moment.
   */
  onlyStores?(method: string, path: string): boolean;
  /** Its client sends beside the training, which an answer that waits some ms for a commit with others does not hold up. */
  sendsBeside?: true;
  /** Requests by which a client may read back: a key that only reads is let in by these alone. */
  mayRead?(method: string, path: string): boolean;
  /** Answers. What it throws is answered as the client needs it: in words, and so that no training dies of it. */
  take(request: AdapterRequest, verbs: ExternalVerbs): AdapterAnswer | Promise<AdapterAnswer>;
  /**
   * What is answered where `take` threw (500, or 507 on a full disk), or was not asked: a body too large (413), one that cannot
   * be unpacked (400), too many at once (503). Without it: that status and the message as JSON.
   */
  failed?(why: AdapterFailure): AdapterAnswer;
  /** Answers a body over `mostBytes`, which was read and dropped: `body` is empty. Without it, `failed` does. */
  takeOversized?(request: AdapterRequest, verbs: ExternalVerbs): AdapterAnswer;
}

export interface AdapterFailure {
  status: number;
  message: string;
}

export const jsonAnswer = (value: unknown, status = 200): AdapterAnswer => ({
  status,
  type: "application/json",
  body: JSON.stringify(value),
});
