const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** Six hex digits for the address of a view (FNV-1a, 32 bit), so that a screenshot can be traced to what it showed. */
export function viewHash(address: string): string {
  let hash = OFFSET;
  for (let i = 0; i < address.length; i++) hash = Math.imul(hash ^ address.charCodeAt(i), PRIME) >>> 0;
  return hash.toString(16).padStart(8, "0").slice(0, 6);
}
