/** How long, and how many, what is asked for may be. An address that says more is brought to these before it is asked. */
export const ASK_LIMITS = {
  /** Characters of a search. */
  search: 200,
  /** Characters of what should be an experiment's id. */
  experiment: 40,
  /** Columns by which runs are put together, besides the first. */
  moreGroups: 3,
  /** Conditions on the columns of the run table, and characters of the value of one. */
  conditions: 20,
  conditionValue: 300,
  /** Characters of the id of a column: the names of a metric and an axis, and what holds them together. */
  column: 600,
  /** Columns of which the values of many runs are asked for at once. */
  valueColumns: 12,
  sortKeys: 5,
  /** Groups that are open, and characters of the key of one. */
  open: 200,
  groupKey: 16,
  /** Characters of the name of an x axis, which may be a metric's. */
  axis: 256,
} as const;

/** The last page that can be asked for, from 0; no list is as long. */
export const LAST_PAGE = 1_000_000;
