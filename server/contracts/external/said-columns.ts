type Cell = string | number | boolean | null;

/** Columns of a completion, or of a row of an evaluation, as its client named them. */
interface Columns {
  extra: Readonly<Record<string, Cell>>;
  rewards?: Readonly<Record<string, Cell>>;
}

/** Columns by which clients say that an answer could be read, and those that say that it could not. */
const PARSED = /^(is_?|answer_?|was_?)?parsed$|^(parse|extract)_(ok|success)$|^extracted$/i;
const UNPARSED = /^(is_?|was_?)?unparsed$|^parse_(failed|failure|error)$|^no_answer$/i;
/** Columns that name the version of the policy that answered. */
const POLICY = /^(policy|weight|model)s?_(version|step|id)$|^ckpt_step$|^checkpoint_step$/i;

const valueOf = ({ extra, rewards }: Columns, name: RegExp) => {
  const found = Object.entries({ ...rewards, ...extra }).find(([key]) => name.test(key));
  return found?.[1] ?? null;
};

/** A flag however it was written: true, 1, "yes"; null where it is none. */
function flagOf(value: Cell): boolean | null {
  if (typeof value === "boolean") return value;
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== "string") return null;
  if (/^(true|yes|1)$/i.test(value)) return true;
  return /^(false|no|0)$/i.test(value) ? false : null;
}

/** Whether the answer of a completion could be read, where its client says so. */
export function isParsed(columns: Columns): boolean | null {
  const parsed = flagOf(valueOf(columns, PARSED));
  if (parsed !== null) return parsed;
  const unparsed = flagOf(valueOf(columns, UNPARSED));
  return unparsed === null ? null : !unparsed;
}

const LONGEST_NAME = 80;

/** The version of the policy that answered, where its client names it. */
export function policyOf(columns: Columns): string | null {
  const value = valueOf(columns, POLICY);
  return value === null || value === "" ? null : String(value).slice(0, LONGEST_NAME);
}

/** Versions that are kept of one evaluation. */
const MOST_POLICIES = 100;

/** Each version once, in the order of their numbers; null where none is named. */
export function policiesOf(rows: readonly Columns[]): string[] | null {
  const named = new Set(rows.flatMap((row) => policyOf(row) ?? []));
  return named.size === 0 ? null : sortedPolicies([...named]).slice(0, MOST_POLICIES);
}

export const sortedPolicies = (policies: readonly string[]): string[] =>
  policies.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
