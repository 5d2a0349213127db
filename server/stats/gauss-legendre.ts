/** Nodes on (-1, 1) and weights of a Gauss-Legendre rule. */
export interface QuadratureRule {
  node: Float64Array;
  weight: Float64Array;
}

/**
 * The n-point Gauss-Legendre rule: exact for polynomials of degree 2n - 1 on (-1, 1). Nodes are the zeros of the Legendre
 * polynomial, by Newton's method from cos(pi (i + 3/4) / (n + 1/2)) (DLMF 3.5(v)).
 */
export function gaussLegendre(n: number): QuadratureRule {
  const node = new Float64Array(n);
  const weight = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let x = Math.cos((Math.PI * (i + 0.75)) / (n + 0.5));
    let slope = 0;
    for (let step = 0; step < 8; step++) {
      const { value, derivative } = legendre(n, x);
      slope = derivative;
      x -= value / derivative;
    }
    node[i] = x;
    weight[i] = 2 / ((1 - x * x) * slope * slope);
  }
  return { node, weight };
}

function legendre(n: number, x: number): { value: number; derivative: number } {
  let before = 1;
  let value = x;
  for (let k = 2; k <= n; k++) [before, value] = [value, ((2 * k - 1) * x * value - (k - 1) * before) / k];
  return { value, derivative: (n * (x * value - before)) / (x * x - 1) };
}
