/** Full, read-only, locked, broken, damaged or gone: nothing can be written, whoever tries, but what is stored can be read. */
export const isUnwritable = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  /^(SQLITE_(FULL|READONLY|IOERR|BUSY)|DATABASE_(GONE|DAMAGED))/.test(String(error.code));
