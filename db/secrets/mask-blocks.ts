import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { maskBytes } from "../../workers/protocol/secrets/mask.ts";

/**
 * A packed block of completions without what is a secret by its form; null where there is none. As many bytes stay, so that
 * every text lies where its row says.
 */
export function maskBlock(packed: Buffer): Buffer | null {
  if (packed.length === 0) return null;
  const texts = zstdDecompressSync(packed);
  const masked = maskBytes(texts, "forms");
  if (masked === texts) return null;
  return zstdCompressSync(masked, { params: { [constants.ZSTD_c_compressionLevel]: 3 } });
}
