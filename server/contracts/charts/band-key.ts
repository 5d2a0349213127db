/** What tells configurations of any experiments apart: a cell is a hash that two experiments may share. */
export const bandKey = (experimentId: string, cell: string): string => `${experimentId} ${cell}`;
