/** How far a training of a script came. */
export interface Reach {
  /** The last step that was logged; null where none was. */
  step: number | null;
  /** Steps that its launch planned; 0 where it planned none. */
  planned: number;
}
