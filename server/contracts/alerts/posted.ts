/** What came of sending one message. Nothing of an answer but its status is ever told. */
export type Posted =
  | { kind: "arrived"; status: number }
  | {
      kind: "failed";
      message: string;
      /** Whether the same may succeed later. */
      again: boolean;
      /** The receiver wants no more messages. */
      gone: boolean;
      /** How long it asks to be left alone, ms. */
      waitMs: number | null;
    };

/** What only the running server can do for webhooks: send, say by which address it is reached, and where it may not send. */
export interface WebhookDoor {
  post(url: string, headers: Record<string, string>, body: string): Promise<Posted>;
  serverUrl: string;
  /** Why nothing is ever sent to an address, as far as the address alone tells it; null where its name has to be asked. */
  refusal(url: string): string | null;
}
