import { createHmac, randomBytes } from "node:crypto";

const SECRET_PREFIX = "whsec_";

/** A secret as Standard Webhooks has it: whsec_ and 32 random bytes in base64. */
export const newWebhookSecret = (): string => SECRET_PREFIX + randomBytes(32).toString("base64");

/**
 * The headers of a message after Standard Webhooks 1.0: HMAC-SHA256 over "id.timestamp.body", one signature for each secret,
 * so that a receiver goes on reading while its secret is exchanged. `at` in ms.
 */
export function signedHeaders(
  id: string,
  at: number,
  body: string,
  secrets: readonly string[],
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
