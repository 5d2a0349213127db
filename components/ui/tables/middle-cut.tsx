/** Letters at the end of a name that stay, at most and at least: names of one list often begin alike, and differ late. */
const END = { most: 8, least: 3 };

/** Where the end of a name begins: with a word of it, if one begins there. */
function endOf(letters: readonly string[]): number {
  const from = letters.length - END.most;
  const word = letters.slice(from, -END.least + 1).findIndex((letter) => /[\s_/.-]/.test(letter));
  return word < 0 ? from : from + word;
}

/** A name that gives way in its middle where there is no room for it. A link around it needs the whole name as its label. */
export function MiddleCut({ children: name }: { children: string }) {
  const letters = Array.from(name);
  if (letters.length <= 2 * END.most) return <>{name}</>;
  const at = endOf(letters);
  return (
    <span className="middle-cut">
      <span>{letters.slice(0, at).join("")}</span>
      <span>{letters.slice(at).join("")}</span>
    </span>
  );
}
