/** Encodings that UTF-8 is taken for by mistake: what each of their upper 128 bytes looks like. */
const TAKEN_FOR = ["macintosh", "windows-1252"] as const;

interface Encoding {
  bytes: ReadonlyMap<string, number>;
}

const UPPER = Uint8Array.from({ length: 128 }, (_, i) => 128 + i);

const ENCODINGS: readonly Encoding[] = TAKEN_FOR.map((name) => {
  const letters = new TextDecoder(name).decode(UPPER);
  return { bytes: new Map(Array.from(letters).map((letter, i) => [letter, 128 + i])) };
});

/** Length of the UTF-8 sequence that begins with a byte; 0 where none does. */
const lengthOf = (lead: number): number =>
  lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;

function sequenceAt(
  letters: readonly string[],
  from: number,
  { bytes }: Encoding,
): { text: string; length: number } | null {
  const length = lengthOf(bytes.get(letters[from]) ?? 0);
  if (length === 0 || from + length > letters.length) return null;
  const sequence = letters.slice(from, from + length).map((letter) => bytes.get(letter) ?? 0);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(sequence)), length };
  } catch {
    return null;
  }
}

/** What tables of results are printed with beyond ASCII: accents, Greek, punctuation, signs, symbols, emoji. Else it is no repair. */
const PRINTED = /^[\u00a0-\u00ff\u0370-\u03ff\u2000-\u206f\u2070-\u209f\u2100-\u27bf\u{1f300}-\u{1faff}]$/u;
const isPrinted = (text: string): boolean => PRINTED.test(text);

/**
 * Text in which UTF-8 was taken for another encoding, put right: "‚â•" and "â‰¥" are "≥". Answers what was replaced by what,
 * each once; text that is as it should be comes back as it is.
 */
export function repairMojibake(text: string): { text: string; repaired: [from: string, to: string][] } {
  const letters = Array.from(text);
  const repaired = new Map<string, string>();
  let out = "";
  for (let i = 0; i < letters.length;) {
    const found = ENCODINGS.map((encoding) => sequenceAt(letters, i, encoding)).find(
      (one) => one !== null && isPrinted(one.text),
    );
    if (found) {
      repaired.set(letters.slice(i, i + found.length).join(""), found.text);
      out += found.text;
      i += found.length;
    } else out += letters[i++];
  }
  return { text: out, repaired: [...repaired] };
}
