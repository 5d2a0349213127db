import { MASKED, MASKED_TIP, maskedParts } from "#server/wording/shown/masked-parts.ts";

/** A text from outside that says where a secret was masked, instead of showing asterisks. */
export function MaskedText({ text }: { text: string }) {
  if (!text.includes("***")) return <>{text}</>;
  return (
    <>
      {maskedParts(text).map((part, place) =>
        part.isMasked ? (
          // Parts have no identity but their place in the text.
          // eslint-disable-next-line react/no-array-index-key
          <span key={place} className="muted" data-tip={MASKED_TIP}>
            {MASKED}
          </span>
        ) : (
          part.text
        ),
      )}
    </>
  );
}
