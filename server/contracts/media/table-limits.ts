/** Of a logged table: rows and columns of a page, characters of a cell and of a search. */
export const TABLE_LIMITS = { rows: 25, cell: 1000, columns: 100, search: 200 } as const;
