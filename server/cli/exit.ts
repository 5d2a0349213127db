/** Exit codes of the command line: 0 done, 1 a run or a request failed, 2 wrong use. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** Ends the command with one sentence on stderr. */
export class CliError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.name = "CliError";
    this.exitCode = exitCode;
  }
}

export const usageError = (message: string) => new CliError(message, EXIT.usage);
