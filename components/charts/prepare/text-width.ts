/** Advances of Geist 500 in em; whatever is not listed is as wide as most lower-case letters. */
const ADVANCES: [em: number, characters: string][] = [
  [0.2, ".,"],
  [0.27, "ijlI :()[]'|"],
  [0.4, "frt1-"],
  [0.55, "acsvyzTZ7_"],
  [0.65, "KPSX0245"],
  [0.7, "ABCDGHRUV"],
  [0.75, "NOQ"],
  [0.85, "w%"],
  [0.92, "mMW@"],
];
const USUAL = 0.6;

const EM = new Map(
  ADVANCES.flatMap(([em, characters]) => characters.split("").map((character) => [character, em])),
);

/** About how wide a short text is in px, without a canvas: right within a few per cent for Geist. */
export function textWidth(text: string, fontSize: number): number {
  let em = 0;
  for (const character of text) em += EM.get(character) ?? USUAL;
  return em * fontSize;
}

/** Cuts a text in the middle so that it is at most `width` px wide: variants often differ at the end of their names. */
export function shortenText(text: string, fontSize: number, width: number): string {
  if (textWidth(text, fontSize) <= width) return text;
  for (let kept = text.length - 1; kept > 3; kept--) {
    const short = `${text.slice(0, Math.ceil(kept / 2))}…${text.slice(text.length - Math.floor(kept / 2))}`;
    if (textWidth(short, fontSize) <= width) return short;
  }
  return `${text.slice(0, 2)}…${text.slice(-1)}`;
}
