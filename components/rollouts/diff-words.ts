/** A stretch of a text, and whether the other text has it too. */
export interface WordRun {
  text: string;
  isSame: boolean;
}

/** Cells of the table of longest common subsequences; beyond them what lies between the common ends is all different. */
const MOST_CELLS = 6_000_000;

/** Words, single signs and stretches of blanks: Intl's words of any language. */
function wordsOf(text: string): string[] {
  return Array.from(
    new Intl.Segmenter(undefined, { granularity: "word" }).segment(text),
    (one) => one.segment,
  );
}

/** Which words of both, in order, are a longest common subsequence (Wagner and Fischer 1974). */
function commonWords(a: readonly string[], b: readonly string[]): [boolean[], boolean[]] {
  const inA = a.map(() => false);
  const inB = b.map(() => false);
  if (a.length * b.length > MOST_CELLS) return [inA, inB];
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      inA[i++] = true;
      inB[j++] = true;
    } else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) i += 1;
    else j += 1;
  }
  return [inA, inB];
}

/** Neighbours of one kind together; a blank between two words that differ differs with them. */
function runsOf(words: readonly string[], isCommon: readonly boolean[]): WordRun[] {
  const runs: WordRun[] = [];
  for (const [i, text] of words.entries()) {
    const isLoneBlank =
      i > 0 && i + 1 < words.length && /^\s+$/.test(text) && !isCommon[i - 1] && !isCommon[i + 1];
    const isSame = isCommon[i] && !isLoneBlank;
    const last = runs.at(-1);
    if (last?.isSame === isSame) last.text += text;
    else runs.push({ text, isSame });
  }
  return runs;
}

/** What two texts share word by word, and what each has alone. */
export function diffWords(left: string, right: string): [WordRun[], WordRun[]] {
  const [a, b] = [wordsOf(left), wordsOf(right)];
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end += 1;
  const middle = (words: string[]) => words.slice(start, words.length - end);
  const [inA, inB] = commonWords(middle(a), middle(b));
  const ends = (flags: boolean[]) => [
    ...Array.from({ length: start }, () => true),
    ...flags,
    ...Array.from({ length: end }, () => true),
  ];
  return [runsOf(a, ends(inA)), runsOf(b, ends(inB))];
}
