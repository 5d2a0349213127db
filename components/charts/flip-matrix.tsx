import { countOf, writeCount } from "#server/wording/counts.ts";

interface FlipMatrixProps {
  /** Short names of the two policies. */
  a: string;
  b: string;
  both: number;
  onlyA: number;
  onlyB: number;
  neither: number;
}

/** Most strokes of one side: beyond it a stroke stands for several problems, and the figure says so. */
const MOST_STROKES = 120;

/** Paired results on the same problems: a table of two by two, and one stroke per problem that flipped. */
export function FlipMatrix({ a, b, both, onlyA, onlyB, neither }: FlipMatrixProps) {
  const each = Math.max(1, Math.ceil(Math.max(onlyA, onlyB) / MOST_STROKES));
  return (
    <div className="flips">
      <table aria-label={`Problems solved by ${a} and ${b}`}>
        <thead>
          <tr>
            <td>
              <span className="hidden-text">Results</span>
            </td>
            <th scope="col">{b} solved</th>
            <th scope="col">{b} not solved</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{a} solved</th>
            <FlipCell count={both} text="both" />
            <FlipCell count={onlyA} text={`only ${a}, lost`} side="worse" />
          </tr>
          <tr>
            <th scope="row">{a} not solved</th>
            <FlipCell count={onlyB} text={`only ${b}, gained`} side="better" />
            <FlipCell count={neither} text="neither" />
          </tr>
        </tbody>
      </table>
      <Strokes count={Math.ceil(onlyB / each)} side="better" />
      <Strokes count={Math.ceil(onlyA / each)} side="worse" />
      {each > 1 ? <p className="figure-note">Each stroke is {countOf(each, "problem")}.</p> : null}
    </div>
  );
}

function FlipCell({ count, text, side }: { count: number; text: string; side?: "better" | "worse" }) {
  return (
    <td data-side={side}>
      <b>{writeCount(count)}</b>
      {text}
    </td>
  );
}

function Strokes({ count, side }: { count: number; side: "better" | "worse" }) {
  return (
    <div className="flip-strokes" data-side={side} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  );
}
