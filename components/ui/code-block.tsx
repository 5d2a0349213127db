import type { ReactNode } from "react";
import { CopyButton } from "./controls/copy-button.tsx";
import { MaskedText } from "./marks/masked-text.tsx";
import { ScrollFrame } from "./tables/scroll-frame.tsx";

/** A stretch of a command: plain, a comment, what differs between the runs, or what is wrong. */
export type CodePart = string | { text: string; kind: "note" | "vary" | "wrong" };

interface CodeBlockProps {
  /** The whole text as one string, or in parts that are tinted. */
  code: string | CodePart[];
  title?: ReactNode;
  /** Names the block for screen readers where it has no title. */
  label?: string;
  /** Shows "Copy": what is shown without comments, or this text where only a part of it is shown. */
  copy?: boolean | string;
}

/** Preformatted text: a command, a config, a file. */
export function CodeBlock({ code, title, label = "Code", copy }: CodeBlockProps) {
  const parts = typeof code === "string" ? [code] : code;
  const plain = parts
    .map((part) => (typeof part === "string" ? part : part.kind === "note" ? "" : part.text))
    .join("")
    .trim();
  return (
    <div>
      {title || copy ? (
        <div className="code-head">
          {title ? <h3>{title}</h3> : null}
          {copy ? <CopyButton text={copy === true ? plain : copy} /> : null}
        </div>
      ) : null}
      <ScrollFrame className="code" label={`${typeof title === "string" ? title : label}, text`}>
        <code>
          {parts.map((part, index) =>
            typeof part === "string" ? (
              // Parts have no identity but their place in the text.
              // eslint-disable-next-line react/no-array-index-key
              <MaskedText key={index} text={part} />
            ) : (
              // Parts have no identity but their place in the text.
              // eslint-disable-next-line react/no-array-index-key
              <span key={index} className={`code-${part.kind}`}>
                {part.text}
              </span>
            ),
          )}
        </code>
      </ScrollFrame>
    </div>
  );
}
