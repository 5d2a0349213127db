import { SeenModels } from "../../workers/lp/near-duplicates.ts";
import { readMps } from "../../workers/lp/mps.ts";

/** Models that were seen, told by their MPS texts. */
export class SeenTexts {
  readonly #models = new SeenModels();

  add(key: string, mps: string): void {
    this.#models.add(key, readMps(mps));
  }

  /** Key of a seen model that shares four fifths of the rows with this one; null where there is none. */
  near(mps: string): string | null {
    return this.#models.near(readMps(mps));
  }
}
