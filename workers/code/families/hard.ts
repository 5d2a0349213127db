import { integer } from "../../math/rng.ts";
import { between, byBand, distinct, type Family, listOf, pick, textOf } from "./family.ts";

const memo = <T>(of: (i: number, j: number) => T) => {
  const known = new Map<string, T>();
  return (i: number, j: number): T => {
    const key = `${i} ${j}`;
    if (!known.has(key)) known.set(key, of(i, j));
    return known.get(key) as T;
  };
};

/** The ten that the reports called hard, in their sizes by band of difficulty. */
export const HARD: readonly Family[] = [
  {
    id: "lcs",
    title: "Longest common subsequence",
    set: "hard",
    statement: "The length of the longest subsequence that the texts a and b have in common.",
    arity: 2,
    make(rng, difficulty, place) {
      const size = byBand(difficulty, [3, 6], [5, 10], [8, 15]) as [number, number];
      if (place === 3) return [`ab${textOf(rng, size[0], "c")}`, `a${textOf(rng, size[0], "d")}b`];
      return [textOf(rng, between(rng, size), "abcd"), textOf(rng, between(rng, size), "abcd")];
    },
    answer(a: string, b: string) {
      const of: (i: number, j: number) => number = memo((i, j) => {
        if (i === a.length || j === b.length) return 0;
        return a[i] === b[j] ? 1 + of(i + 1, j + 1) : Math.max(of(i + 1, j), of(i, j + 1));
      });
      return of(0, 0);
    },
    reference: "table(zero,add(diagonal,one),max(up,left))",
    mistakes: ["table(zero,add(diagonal,one),zero)", "table(zero,add(diagonal,one),up)"],
  },
  {
    id: "edit_distance",
    title: "Edit distance",
    set: "hard",
    statement: "The least number of characters to insert, remove or replace that turns the text a into b.",
    arity: 2,
    make(rng, difficulty, place) {
      const size = byBand(difficulty, [2, 4], [4, 7], [6, 10]) as [number, number];
      if (place === 3) return [textOf(rng, size[1], "a"), textOf(rng, size[1], "b")];
      if (place === 4) return ["", textOf(rng, between(rng, size), "abc")];
      return [textOf(rng, between(rng, size), "abc"), textOf(rng, between(rng, size), "abc")];
    },
    answer(a: string, b: string) {
      const of: (i: number, j: number) => number = memo((i, j) => {
        if (i === a.length) return b.length - j;
        if (j === b.length) return a.length - i;
        if (a[i] === b[j]) return of(i + 1, j + 1);
        return 1 + Math.min(of(i + 1, j + 1), of(i + 1, j), of(i, j + 1));
      });
      return of(0, 0);
    },
    reference: "table(add(i,j),diagonal,add(one,min(diagonal,min(up,left))))",
    mistakes: [
      "table(add(i,j),diagonal,add(one,min(up,left)))",
      "table(zero,diagonal,add(one,min(diagonal,min(up,left))))",
    ],
  },
  {
    id: "knapsack",
    title: "Knapsack",
    set: "hard",
    statement:
      "The largest sum of values b of things whose weights a together are at most c; each thing once.",
    arity: 3,
    make(rng, difficulty, place) {
      const n = between(rng, byBand(difficulty, [3, 4], [4, 6], [5, 8]));
      if (place === 3) return [[1, ...listOf(n - 1, () => 9)], [10, ...listOf(n - 1, () => 1)], 5];
      const weights = listOf(n, () => integer(rng, 1, 6));
      return [weights, listOf(n, () => integer(rng, 1, 20)), integer(rng, 4, 8 + difficulty)];
    },
    answer(a: number[], b: number[], c: number) {
      const of = (i: number, left: number): number => {
        if (i === a.length) return 0;
        const without = of(i + 1, left);
        return a[i] > left ? without : Math.max(without, b[i] + of(i + 1, left - a[i]));
      };
      return of(0, c);
    },
    reference: "choose(zero,down,at_most(in_a(i),j),max(in_t(j),add(in_t(sub(j,in_a(i))),in_b(i))))",
    mistakes: [
      "choose(zero,rising,at_most(in_a(i),j),max(in_t(j),add(in_t(sub(j,in_a(i))),in_b(i))))",
      "choose(zero,down,at_most(in_a(i),j),add(in_t(sub(j,in_a(i))),in_b(i)))",
    ],
  },
  {
    id: "lis",
    title: "Longest rising subsequence",
    set: "hard",
    statement: "The length of the longest strictly rising subsequence of the list a.",
    arity: 1,
    make(rng, difficulty, place) {
      const n = between(rng, byBand(difficulty, [5, 8], [8, 12], [12, 20]));
      if (place === 3) return [[...listOf(n - 1, (k) => k), 0]];
      if (place === 4) return [listOf(n, () => integer(rng, 3, 3))];
      return [listOf(n, () => integer(rng, 0, 20))];
    },
    answer(a: number[]) {
      const ends: number[] = [];
      for (const one of a) {
        const place = ends.findIndex((end) => end >= one);
        ends[place < 0 ? ends.length : place] = one;
      }
      return ends.length;
    },
    reference: "earlier(one,less(in_a(j),in_a(i)),max(in_t(i),add(in_t(j),one)),best)",
    mistakes: [
      "earlier(one,at_most(in_a(j),in_a(i)),max(in_t(i),add(in_t(j),one)),best)",
      "earlier(one,less(in_a(j),in_a(i)),max(in_t(i),add(in_t(j),one)),in_t(sub(size(a),one)))",
    ],
  },
  {
    id: "coin_change",
    title: "Fewest coins",
    set: "hard",
    statement: "The least number of coins of the kinds a that make b, or -1 where none do.",
    arity: 2,
    make(rng, difficulty, place) {
      const amount = between(rng, byBand(difficulty, [5, 15], [10, 30], [20, 50]));
      if (place === 3) return [[4, 6], 2 * Math.floor(amount / 2) + 1];
      return [distinct(rng, 3, [2, 9]), amount];
    },
    answer(a: number[], b: number) {
      let reached = new Set([0]);
      for (let n = 0; n <= b; n++) {
        if (reached.has(b)) return n;
        reached = new Set([...reached].flatMap((sum) => a.map((coin) => sum + coin).filter((to) => to <= b)));
      }
      return -1;
    },
    reference:
      "reach(b,infinity,zero,list_a,at_most(x,j),min(in_t(j),add(in_t(sub(j,x)),one)),if(equal(in_t(n),infinity),minus_one,in_t(n)))",
    mistakes: [
      "reach(b,infinity,zero,list_a,at_most(x,j),min(in_t(j),add(in_t(sub(j,x)),one)),in_t(n))",
      "reach(b,zero,zero,list_a,at_most(x,j),min(in_t(j),add(in_t(sub(j,x)),one)),if(equal(in_t(n),infinity),minus_one,in_t(n)))",
    ],
  },
  {
    id: "word_break",
    title: "Word break",
    set: "hard",
    statement: "Is the text a made of words of the list b, each as often as one likes?",
    arity: 2,
    make(rng, difficulty, place) {
      const words = listOf(4, (k) => textOf(rng, 1 + (k % 3), "abc"));
      const text = listOf(integer(rng, 1, 1 + difficulty), () => pick(rng, words)).join("");
      // The end fits and what is before it does not.
      if (place === 3) return [`d${text}`, words];
      if (place === 4) return [`${text}d`, words];
      return [text, words];
    },
    answer: (a: string, b: string[]) => new RegExp(`^(?:${b.join("|")})+$`).test(a),
    reference: "reach(size(a),no,yes,list_b,and(ends_here,holds(in_t(sub(j,size(x))))),yes,in_t(n))",
    mistakes: [
      "reach(size(a),no,yes,list_b,ends_here,yes,in_t(n))",
      "reach(size(a),no,no,list_b,and(ends_here,holds(in_t(sub(j,size(x))))),yes,in_t(n))",
    ],
  },
  {
    id: "merge_intervals",
    title: "Merge intervals",
    set: "hard",
    statement: "The intervals of the list a, those that touch merged, in the order of their starts.",
    arity: 1,
    make(rng, difficulty, place) {
      if (place === 3)
        return [
          [
            [6, 7],
            [1, 9],
            [2, 3],
          ],
        ];
      if (place === 4)
        return [
          [
            [5, 6],
            [1, 2],
          ],
        ];
      const n = integer(rng, 2, 3 + difficulty);
      return [
        listOf(n, () => {
          const start = integer(rng, 0, 30);
          return [start, start + integer(rng, 1, 6)];
        }),
      ];
    },
    answer(a: [number, number][]) {
      // Half points between whole ones, so that intervals that only touch are one.
      const inside = new Set(a.flatMap(([from, to]) => listOf(2 * (to - from) + 1, (k) => 2 * from + k)));
      const points = [...inside].toSorted((p, q) => p - q);
      const starts = points.filter((point) => !inside.has(point - 1));
      const ends = points.filter((point) => !inside.has(point + 1));
      return starts.map((start, k) => [start / 2, ends[k] / 2]);
    },
    reference: "join(by_start(list_a),at_most(first(x),second(y)),max(second(y),second(x)),x)",
    mistakes: [
      "join(list_a,at_most(first(x),second(y)),max(second(y),second(x)),x)",
      "join(by_start(list_a),at_most(first(x),second(y)),second(x),x)",
    ],
  },
  {
    id: "median_sorted_arrays",
    title: "Median of two lists",
    set: "hard",
    statement: "The median of the numbers of the ascending lists a and b together.",
    arity: 2,
    make(rng, difficulty, place) {
      if (place === 3)
        return [
          [2, 30],
          [4, 100],
        ];
      const n = integer(rng, 1, 3 + difficulty);
      return [distinct(rng, n, [0, 60]), distinct(rng, integer(rng, 1, 3 + difficulty), [0, 60])];
    },
    answer(a: number[], b: number[]) {
      const all = [...a, ...b];
      const rank = (k: number) =>
        all.find((one) => {
          const below = all.filter((other) => other < one).length;
          return below <= k && k < below + all.filter((other) => other === one).length;
        }) ?? Number.NaN;
      return (rank(Math.floor((all.length - 1) / 2)) + rank(Math.floor(all.length / 2))) / 2;
    },
    reference: "middle(by_size(both),if(divides(size(s),by_2),half(add(in_s(sub(k,one)),in_s(k))),in_s(k)))",
    mistakes: [
      "middle(by_text(both),if(divides(size(s),by_2),half(add(in_s(sub(k,one)),in_s(k))),in_s(k)))",
      "middle(by_size(both),in_s(k))",
    ],
  },
  {
    id: "trapping_rain_water",
    title: "Trapped rain",
    set: "hard",
    statement: "How much water stands between walls of the heights a after rain.",
    arity: 1,
    make(rng, difficulty, place) {
      const n = integer(rng, 4, 6 + difficulty);
      if (place === 3) return [[5, ...listOf(n, () => integer(rng, 0, 3)), 4]];
      return [listOf(n, () => integer(rng, 0, 9))];
    },
    answer(a: number[]) {
      let [i, j, left, right, sum] = [0, a.length - 1, 0, 0, 0];
      while (i <= j) {
        if (left <= right) {
          left = Math.max(left, a[i]);
          sum += left - a[i++];
        } else {
          right = Math.max(right, a[j]);
          sum += right - a[j--];
        }
      }
      return sum;
    },
    reference: "levels(zero,add(p,sub(min(l,r),in_a(i))))",
    mistakes: ["levels(zero,add(p,sub(max(l,r),in_a(i))))", "levels(zero,add(p,min(l,r)))"],
  },
  {
    id: "n_queens",
    title: "Queens",
    set: "hard",
    statement: "In how many ways a queens stand on a board of a times a fields so that none attacks another.",
    arity: 1,
    make(rng, difficulty, place) {
      const sizes = byBand(difficulty, [1, 2, 3, 4], [1, 4, 5, 6], [4, 5, 6, 7, 8]);
      return [place === 3 ? 4 : pick(rng, sizes)];
    },
    // On record since Gauss: OEIS A000170.
    answer: (a: number) => [1, 1, 0, 0, 2, 10, 4, 40, 92][a],
    reference: "place(and(differ(y,x),differ(abs(sub(x,y)),sub(i,j))))",
    mistakes: ["place(differ(y,x))", "place(differ(abs(sub(x,y)),sub(i,j)))", "place(holds(yes))"],
  },
];
