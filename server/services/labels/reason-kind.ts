/** A reason without its numbers, so that "iis_reduced_by_3" and "iis_reduced_by_1" are one kind. */
export function reasonKind(reason: string): string {
  return reason.replace(/[\s_]*\d+(?:\/\d+)?$/, "");
}
