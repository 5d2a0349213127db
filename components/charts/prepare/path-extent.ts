/** Every straight piece of a path made of M, L, V, H, h and Z, in px. For tests. */
export function pathSegments(path: string): [x0: number, y0: number, x1: number, y1: number][] {
  const segments: [number, number, number, number][] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const go = (toX: number, toY: number) => {
    segments.push([x, y, toX, toY]);
    [x, y] = [toX, toY];
  };
  for (const [, command, rest] of path.matchAll(/([MLVHhZ])([^MLVHhZ]*)/g)) {
    const [a, b] = rest.trim().split(/[ ,]+/).map(Number);
    if (command === "M") [x, y, startX, startY] = [a, b, a, b];
    if (command === "L") go(a, b);
    if (command === "V") go(x, a);
    if (command === "H") go(a, y);
    if (command === "h") go(x + a, y);
    if (command === "Z") go(startX, startY);
  }
  return segments;
}

/** Least and greatest y that a path reaches between two x, in px; [Infinity, -Infinity] where it does not come. For tests. */
export function pathExtent(path: string, from: number, to: number): [number, number] {
  let [least, greatest] = [Infinity, -Infinity];
  for (const [x0, y0, x1, y1] of pathSegments(path)) {
    const [left, right] = [Math.max(from, Math.min(x0, x1)), Math.min(to, Math.max(x0, x1))];
    if (left > right) continue;
    const at = (x: number) => (x1 === x0 ? y0 : y0 + ((x - x0) / (x1 - x0)) * (y1 - y0));
    for (const y of x0 === x1 ? [y0, y1] : [at(left), at(right)]) {
      least = Math.min(least, y);
      greatest = Math.max(greatest, y);
    }
  }
  return [least, greatest];
}
