/** What a sample says of points that are no numbers, with how many there are: "NaN", "3 −inf". */
const NOT_FINITE = /(?<!\S)((?:\d+ )?(?:NaN|[−-]?inf))(?!\S)/;

/** A sample in words; what of it is not finite has the colour of failure. */
export function NonFiniteText({ text }: { text: string }) {
  return (
    <>
      {text.split(NOT_FINITE).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          // Parts of one text do not move.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className="crit">
            {part}
          </span>
        ),
      )}
    </>
  );
}
