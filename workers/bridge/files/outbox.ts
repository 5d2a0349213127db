/** What a server asked for and has not heard the end of: each thing is begun once, and told until the server has taken it. */
export class Outbox<Asked, Done extends Asked> {
  private readonly keyOf: (one: Asked) => string;
  private readonly under = new Set<string>();
  private done: Done[] = [];
  private told = 0;

  constructor(keyOf: (one: Asked) => string) {
    this.keyOf = keyOf;
  }

  /** Whether this is to be begun: it is not under way, and from now on it is. */
  begin(one: Asked): boolean {
    const key = this.keyOf(one);
    if (this.under.has(key)) return false;
    this.under.add(key);
    return true;
  }

  end(one: Done): void {
    this.done.push(one);
  }

  /** What was done since the server was last heard; `heard` follows where it has taken it. */
  report(): Done[] {
    this.told = this.done.length;
    return [...this.done];
  }

  heard(): void {
    for (const one of this.done.splice(0, this.told)) this.under.delete(this.keyOf(one));
    this.told = 0;
  }
}

/** Characters of a problem that are told. */
const TOLD = 400;

/** Why something could not be done, as the server is told it. */
export const problemOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, TOLD);
