/** A share from 0 to 1 as a trainer's log and notes have it: 0.312 is "31.2 %". Pages write shares with `server/wording`. */
export const writePercent = (share: number): string => `${(100 * share).toFixed(1)} %`;
