import { formatCount } from "#components/ui/format/format-count.ts";

interface FlipMatrixProps {
  /** Short names of the two policies. */
  a: string;
  b: string;
  both: number;
  onlyA: number;
  onlyB: number;
  neither: number;
}

/** Paired results on the same problems: a table of two by two, and one stroke per problem that flipped. */
export function FlipMatrix({ a, b, both, onlyA, onlyB, neither }: FlipMatrixProps) {
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
      <Strokes count={onlyB} side="better" />
      <Strokes count={onlyA} side="worse" />
    </div>
  );
}

function FlipCell({ count, text, side }: { count: number; text: string; side?: "better" | "worse" }) {
  return (
    <td data-side={side}>
      <b>{formatCount(count)}</b>
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
