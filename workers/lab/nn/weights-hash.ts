import { createHash } from "node:crypto";

/** sha256 of a parameter vector's bytes (32-bit little-endian floats), hex: equal exactly when every bit is. */
export function weightsHash(parameters: Float32Array): string {
  return createHash("sha256")
    .update(Buffer.from(Float32Array.from(parameters).buffer))
    .digest("hex");
}
