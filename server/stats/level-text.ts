/** A confidence level as people write it: 0.95 is "95 %", 0.9875 is "98.75 %". */
export function levelText(level: number): string {
  return `${Number((level * 100).toPrecision(6))} %`;
}
