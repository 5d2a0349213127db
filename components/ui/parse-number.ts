/**
 * Reads a number as people type it: 450, 1e-5, 6,214, −0.5, .28. Returns null for anything else, so that a half-typed "1e-"
 * is not taken for 1.
 */
export function parseNumber(text: string): number | null {
  const plain = text
    .trim()
    .replace(/^[−–]/, "-")
    .replace(/[\s\u202f]/g, "");
  const grouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(",", "") : plain;
  return /^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(grouped) ? Number(grouped) : null;
}
