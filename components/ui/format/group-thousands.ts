/** Puts a comma between groups of three digits of the integer part: "6214.5" becomes "6,214.5". */
export function groupThousands(digits: string): string {
  const [integer, fraction] = digits.split(".");
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
