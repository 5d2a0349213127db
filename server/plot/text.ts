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

/** What stays before the first character that differs, so that it can be read in its word. */
const CONTEXT = 2;

/**
 * Cuts texts so that each is at most `width` px wide. Texts that would read the same are cut again, to where they begin to
 * differ.
 */
export function shortenApart(texts: readonly string[], fontSize: number, width: number): string[] {
  const short = texts.map((text) => shortenText(text, fontSize, width));
  return texts.map((text, index) => {
    const like = texts.filter((_, other) => short[other] === short[index]);
    if (new Set(like).size < 2) return short[index];
    const from = Math.max(0, sharedStart(like) - CONTEXT);
    return cutEnd(from > 0 ? `…${text.slice(from)}` : text, fontSize, width);
  });
}

/** How many characters all texts have in common at their beginning. */
function sharedStart([first, ...others]: readonly string[]): number {
  let end = 0;
  while (end < first.length && others.every((other) => other[end] === first[end])) end++;
  return end;
}

function cutEnd(text: string, fontSize: number, width: number): string {
  if (textWidth(text, fontSize) <= width) return text;
  let end = text.length - 1;
  while (end > CONTEXT + 2 && textWidth(`${text.slice(0, end)}…`, fontSize) > width) end--;
  return `${text.slice(0, end)}…`;
}

/** A text in lines of at most `width` px, broken at spaces; a word that is wider is cut in its middle. */
export function wrapText(text: string, fontSize: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && textWidth(longer, fontSize) <= width) lines[lines.length - 1] = longer;
    else lines.push(shortenText(word, fontSize, width));
  }
  return lines;
}

/** A name with what may tell it from others of the same name: what a person knows it by first, what is always unique last. */
export interface Named {
  name: string;
  marks: readonly string[];
}

/**
 * Names that tell everything apart. Where several have one name, the first kind of mark that differs between all of them is
 * added; where none does, or that would be the name of another, the last.
 */
export function tellApart(things: readonly Named[]): string[] {
  const byName = Map.groupBy(things, ({ name }) => name);
  const names = things.map(({ name, marks }) => {
    const same = byName.get(name) ?? [];
    if (same.length < 2) return name;
    const differs = (_: string, kind: number) =>
      new Set(same.map((one) => one.marks[kind])).size === same.length;
    const kind = marks.findIndex(differs);
    return marked(name, marks.at(kind < 0 ? -1 : kind));
  });
  const often = Map.groupBy(names, (name) => name);
  return names.map((name, i) =>
    (often.get(name)?.length ?? 0) > 1 ? marked(name, things[i].marks.at(-1)) : name,
  );
}

const marked = (name: string, mark: string | undefined): string =>
  mark === undefined || name.endsWith(`, ${mark}`) ? name : `${name}, ${mark}`;
