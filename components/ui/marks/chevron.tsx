interface ChevronProps {
  direction: "right" | "down" | "up";
}

const ANGLE = { right: 0, down: 90, up: -90 };

/** A small chevron, since the font has none. */
export function Chevron({ direction }: ChevronProps) {
  return (
    <svg className="glyph" viewBox="0 0 8 8" aria-hidden="true">
      <path
        d="M2.2 1 5.8 4 2.2 7"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        transform={`rotate(${ANGLE[direction]} 4 4)`}
      />
    </svg>
  );
}
