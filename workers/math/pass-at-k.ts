/**
 * The unbiased estimate of the chance that at least one of k programs is right, from `right` of `drawn`:
 * 1 - C(drawn - right, k) / C(drawn, k) (Chen et al. 2021, arXiv 2107.03374, equation 1), as a product so that nothing
 * overflows. Null where fewer than k were drawn.
 */
export function passAtK(drawn: number, right: number, k: number): number | null {
  if (drawn < k) return null;
  if (drawn - right < k) return 1;
  let none = 1;
  for (let i = drawn - right + 1; i <= drawn; i++) none *= 1 - k / i;
  return 1 - none;
}
