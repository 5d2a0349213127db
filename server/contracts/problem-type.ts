/** Parts of a problem type: its letters where it is written as letters, one per injected fault ("ABE"); else the type itself. */
export function typeParts(type: string): string[] {
  return /^[A-Z]+$/.test(type) ? [...new Set(type)] : [type];
}
