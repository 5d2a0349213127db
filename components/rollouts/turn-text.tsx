import { visibleText } from "#server/contracts/visible-name.ts";
import type { WordRun } from "./diff-words.ts";
import { markFound } from "./mark-text.ts";

interface TurnTextProps {
  runs: WordRun[];
  /** What is searched for; empty for nothing. */
  found: string;
  /** The face of code. */
  isCode: boolean;
}

/** The words of one turn as they came: never HTML, no link, hidden characters written out. What differs is ink, the rest grey. */
export function TurnText({ runs, found, isCode }: TurnTextProps) {
  const parts = markFound(runs, found).map(({ text, isSame, start, isFound }) => {
    const words = visibleText(text);
    const shown = isFound ? <mark>{words}</mark> : words;
    return isSame ? <span key={start}>{shown}</span> : <em key={start}>{shown}</em>;
  });
  return (
    <div className="turn-text" data-code={isCode || undefined} dir="auto">
      {parts}
    </div>
  );
}
