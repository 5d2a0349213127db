import type { LpModel } from "./model.ts";

/** Share of rows that two models must have in common to be near-duplicates. */
export const NEAR = 0.8;

/** What a row says, whatever it and its columns are called and wherever they stand, to six digits. */
function rowForm(model: LpModel, row: number): string {
  const { A, colCount } = model;
  const terms: number[] = [];
  for (let k = row * colCount; k < (row + 1) * colCount; k++) if (A[k] !== 0) terms.push(A[k]);
  terms.sort((a, b) => a - b);
  return [...terms, model.rowLower[row], model.rowUpper[row]].map((v) => v.toPrecision(6)).join(" ");
}

/** Models that were seen, by the forms of their rows. */
export class SeenModels {
  readonly #seen: { key: string; rows: number }[] = [];
  readonly #byForm = new Map<string, number[]>();

  add(key: string, model: LpModel): void {
    const index = this.#seen.push({ key, rows: model.rowCount }) - 1;
    for (let row = 0; row < model.rowCount; row++) {
      const form = rowForm(model, row);
      const there = this.#byForm.get(form);
      if (there) there.push(index);
      else this.#byForm.set(form, [index]);
    }
  }

  /** Key of a seen model with which this one shares at least `NEAR` of the rows of the longer one; null where there is none. */
  near(model: LpModel): string | null {
    const shared = new Map<number, number>();
    const forms = new Map<string, number>();
    for (let row = 0; row < model.rowCount; row++) {
      const form = rowForm(model, row);
      forms.set(form, (forms.get(form) ?? 0) + 1);
    }
    for (const [form, own] of forms) {
      const theirs = new Map<number, number>();
      for (const index of this.#byForm.get(form) ?? []) theirs.set(index, (theirs.get(index) ?? 0) + 1);
      for (const [index, count] of theirs) shared.set(index, (shared.get(index) ?? 0) + Math.min(own, count));
    }
    for (const [index, count] of shared) {
      const { key, rows } = this.#seen[index];
      if (count >= NEAR * Math.max(rows, model.rowCount)) return key;
    }
    return null;
  }
}
