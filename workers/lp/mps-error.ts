/** Why a text is not an MPS model we can trust. The message names the line, the section and what to change. */
export class MpsError extends Error {
  readonly code = "MPS";
  /** Line of the text, from 1. */
  readonly line: number;

  constructor(line: number, section: string, complaint: string) {
    super(`line ${line}, ${section}: ${complaint}`);
    this.name = "MpsError";
    this.line = line;
  }
}
