import type { CommandRecord } from "./record.ts";

const ECHO_MS = 100;
const ECHO_BYTES = 1 << 20;

/** Shows what the command printed, from the file into which it prints. */
export class Echo {
  private at = 0;
  private readonly record: CommandRecord;
  private readonly print: (bytes: Buffer) => void;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(record: CommandRecord, print: (bytes: Buffer) => void) {
    this.record = record;
    this.print = print;
    this.timer = setInterval(() => this.show(), ECHO_MS);
  }

  end(): void {
    clearInterval(this.timer);
    this.show();
  }

  private show(): void {
    for (;;) {
      const bytes = this.record.readLog(this.at, ECHO_BYTES);
      if (bytes.length === 0) return;
      this.at += bytes.length;
      this.print(bytes);
    }
  }
}
