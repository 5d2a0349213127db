import { integer, shuffle } from "../../math/rng.ts";
import { distinct, type Family, listOf, pick, textOf } from "./family.ts";

const LETTERS = "abcdefghij";

/** Sizes are those of the reports (`generate_*` of the V2 problems); what they leave open is stated here. */
export const BASIC: readonly Family[] = [
  {
    id: "fizzbuzz",
    title: "FizzBuzz",
    set: "basic",
    statement:
      'For each number from 1 to a: "FizzBuzz" if 15 divides it, "Fizz" if 3 does, "Buzz" if 5 does, else the number as a text.',
    arity: 1,
    make: (rng, _difficulty, place) => [place % 4 === 3 ? integer(rng, 15, 45) : integer(rng, 1, 45)],
    answer: (a: number) =>
      listOf(a, (k) => ((k + 1) % 3 ? "" : "Fizz") + ((k + 1) % 5 ? "" : "Buzz") || String(k + 1)),
    reference: "map(if(divides(i,by_15),fizzbuzz,if(divides(i,by_3),fizz,if(divides(i,by_5),buzz,text(i)))))",
    mistakes: [
      "map(if(divides(i,by_3),fizz,if(divides(i,by_5),buzz,if(divides(i,by_15),fizzbuzz,text(i)))))",
      "map(if(divides(i,by_15),fizzbuzz,if(divides(i,by_3),fizz,if(divides(i,by_5),buzz,i))))",
    ],
  },
  {
    id: "reverse_string",
    title: "Reverse a text",
    set: "basic",
    statement: "The text a from its last character to its first.",
    arity: 1,
    make: (rng, _difficulty, place) => [place === 4 ? "" : `${textOf(rng, integer(rng, 1, 11), LETTERS)}z`],
    answer: (a: string) => listOf(a.length, (k) => a[a.length - 1 - k]).join(""),
    reference: "fold(no_text,list_a,add(x,p),p)",
    mistakes: ["fold(no_text,list_a,add(p,x),p)", "expr(joined(by_text(list_a)))"],
  },
  {
    id: "is_palindrome",
    title: "Palindrome",
    set: "basic",
    statement: "Does the text a read the same backwards, by its letters and digits alone, in either case?",
    arity: 1,
    make(rng, _difficulty, place) {
      const half = textOf(rng, integer(rng, 2, 6), "abc");
      const whole = half + (rng() < 0.5 ? "" : "d") + half.split("").reverse().join("");
      if (place % 2 === 1) return [`${whole}${pick(rng, "xyz")}`];
      // A capital letter first and a mark inside: whoever compares the text as it stands is wrong.
      return [`${whole[0].toUpperCase()}${pick(rng, ",. ")}${whole.slice(1)}`];
    },
    answer(a: string) {
      const seen = Array.from(a.toLowerCase()).filter((one) => /[a-z0-9]/.test(one));
      return seen.join("") === seen.toReversed().join("");
    },
    reference: "mirror(letters,less(i,j),differ(in_s(i),in_s(j)),no,add(i,one),sub(j,one),yes)",
    mistakes: [
      "mirror(list_a,less(i,j),differ(in_s(i),in_s(j)),no,add(i,one),sub(j,one),yes)",
      "mirror(lower,less(i,j),differ(in_s(i),in_s(j)),no,add(i,one),sub(j,one),yes)",
      "mirror(letters,less(i,j),differ(in_s(i),in_s(j)),no,i,j,yes)",
    ],
  },
  {
    id: "fibonacci",
    title: "Fibonacci",
    set: "basic",
    statement: "The Fibonacci number with index a; those with the indices 0 and 1 are 0 and 1.",
    arity: 1,
    make: (rng, difficulty, place) => {
      const most = Math.min(5 + 2 * difficulty, 25);
      return [place % 4 === 3 ? integer(rng, 3, most) : integer(rng, 0, most)];
    },
    answer(a: number) {
      const known = [0, 1];
      for (let i = 2; i <= a; i++) known[i] = known[i - 1] + known[i - 2];
      return known[a];
    },
    reference: "repeat2(zero,one,q,add(p,q),p)",
    mistakes: ["repeat2(zero,one,q,add(p,q),q)", "repeat2(one,one,q,add(p,q),p)"],
  },
  {
    id: "binary_search",
    title: "Binary search",
    set: "basic",
    statement: "The index of b in the ascending list a, or -1 where it is not in it.",
    arity: 2,
    make(rng, difficulty, place) {
      const list = distinct(rng, integer(rng, 5, 10 + difficulty), [-50, 50]);
      if (place === 3) return [list, list[0]];
      if (place === 4) return [list, list[list.length - 1]];
      return [list, rng() < 0.7 ? pick(rng, list) : 51];
    },
    answer: (a: number[], b: number) => a.indexOf(b),
    reference: "bisect(at_most(i,j),equal(in_a(k),b),k,less(in_a(k),b),add(k,one),sub(k,one),minus_one)",
    mistakes: [
      "bisect(less(i,j),equal(in_a(k),b),k,less(in_a(k),b),add(k,one),sub(k,one),minus_one)",
      "bisect(at_most(i,j),equal(in_a(k),b),k,less(in_a(k),b),k,sub(k,one),minus_one)",
    ],
  },
  {
    id: "two_sum",
    title: "Two sum",
    set: "basic",
    statement:
      "The indices [i, j], i < j, of the two numbers of the list a whose sum is b, or [] where there are none.",
    arity: 2,
    make(rng, difficulty) {
      const n = integer(rng, 4, 8 + difficulty);
      // Powers of 3 with a sign have different sums, so that no second pair fits.
      const list = shuffle(
        rng,
        listOf(n, (k) => 3 ** (k % 9) + (k >= 9 ? 40_000 * (k - 8) : 0)),
      );
      const [i, j] = distinct(rng, 2, [0, n - 1]);
      return [list, list[i] + list[j]];
    },
    answer(a: number[], b: number) {
      const found = a.flatMap((one, i) => a.flatMap((two, j) => (i < j && one + two === b ? [[i, j]] : [])));
      return found[0] ?? [];
    },
    reference: "pairs(add(i,one),equal(add(in_a(i),in_a(j)),b),pair(i,j),no_list)",
    mistakes: [
      "pairs(add(i,one),equal(add(in_a(i),in_a(j)),b),pair(in_a(i),in_a(j)),no_list)",
      "pairs(add(i,one),equal(add(i,j),b),pair(i,j),no_list)",
    ],
  },
  {
    id: "max_subarray",
    title: "Largest sum of a stretch",
    set: "basic",
    statement: "The largest sum of a stretch of neighbours, at least one, in the list a.",
    arity: 1,
    make(rng, difficulty, place) {
      const n = integer(rng, 5, 10 + difficulty);
      if (place === 3) return [listOf(n, () => integer(rng, -10, -1))];
      if (place === 4) return [[5, ...listOf(n - 2, () => -10), 9]];
      return [listOf(n, () => integer(rng, -10, 10))];
    },
    answer: (a: number[]) =>
      Math.max(
        ...a.flatMap((_, i) => {
          let sum = 0;
          return a.slice(i).map((one) => (sum += one));
        }),
      ),
    reference: "fold2(zero,minus_infinity,list_a,max(x,add(p,x)),max(q,p),q)",
    mistakes: [
      "fold2(zero,zero,list_a,max(x,add(p,x)),max(q,p),q)",
      "fold2(zero,minus_infinity,list_a,add(p,x),max(q,p),q)",
    ],
  },
  {
    id: "remove_duplicates",
    title: "Remove duplicates",
    set: "basic",
    statement: "The list a without what was in it before, in its order.",
    arity: 1,
    make(rng, difficulty) {
      const unique = distinct(rng, integer(rng, 3, 6 + difficulty), [-20, 20]);
      return [shuffle(rng, [unique[0], ...unique.flatMap((one) => listOf(integer(rng, 1, 3), () => one))])];
    },
    answer: (a: number[]) => a.filter((one, i) => a.indexOf(one) === i),
    reference: "keep(list_a,not(seen(x)),x)",
    mistakes: ["keep(list_a,seen(x),x)", "keep(by_text(list_a),not(seen(x)),x)"],
  },
  {
    id: "parentheses",
    title: "Balanced brackets",
    set: "basic",
    statement:
      "Does each bracket of the text a, of three kinds, close the one that was opened last, with none left open?",
    arity: 1,
    make(rng, difficulty, place) {
      const grow = (n: number): string => {
        if (n === 0) return "";
        const [left, right] = pick(rng, ["()", "[]", "{}"]);
        const inner = integer(rng, 0, n - 1);
        return left + grow(inner) + right + grow(n - 1 - inner);
      };
      const text = grow(integer(rng, 1, 2 + difficulty));
      if (place === 3) return [`${text}(`];
      if (place === 4) return [`([${text})]`];
      return [place % 2 === 0 ? text : `)${text}`];
    },
    answer(a: string) {
      let text = a;
      for (let before = ""; before !== text;) {
        before = text;
        text = text.replace(/\(\)|\[\]|\{\}/g, "");
      }
      return text === "";
    },
    reference: "match(list_a,opens(x),x,differ(pop,partner(x)),no,truth(equal(size(st),zero)))",
    mistakes: [
      "match(list_a,opens(x),x,differ(pop,partner(x)),no,yes)",
      "match(list_a,opens(x),x,not(holds(pop)),no,truth(equal(size(st),zero)))",
    ],
  },
  {
    id: "rpn",
    title: "Postfix arithmetic",
    set: "basic",
    statement: "The value of the postfix expression a, numbers and + - * with spaces between.",
    arity: 1,
    make(rng, difficulty, place) {
      const grow = (n: number): string => {
        if (n === 0) return String(integer(rng, 1, 9));
        const inner = integer(rng, 0, n - 1);
        return `${grow(inner)} ${grow(n - 1 - inner)} ${pick(rng, "+-*")}`;
      };
      if (place === 3) return ["9 4 -"];
      if (place === 4) return [`${integer(rng, 2, 9)} ${integer(rng, 2, 9)} +`];
      return [grow(integer(rng, 1, 1 + Math.ceil(difficulty / 2)))];
    },
    answer(a: string) {
      const words = a.split(" ");
      const value = (): number => {
        const word = words.pop() ?? "";
        if (!"+-*".includes(word)) return Number(word);
        const right = value();
        const left = value();
        return word === "+" ? left + right : word === "-" ? left - right : left * right;
      };
      return value();
    },
    reference:
      "evaluate(words,operator(x),if(equal(x,plus),add(p,q),if(equal(x,minus),sub(p,q),mul(p,q))),number(x),pop)",
    mistakes: [
      "evaluate(words,operator(x),if(equal(x,plus),add(p,q),if(equal(x,minus),sub(q,p),mul(p,q))),number(x),pop)",
      "evaluate(words,operator(x),if(equal(x,plus),add(p,q),if(equal(x,minus),sub(p,q),mul(p,q))),x,pop)",
    ],
  },
  {
    id: "arithmetic",
    title: "Arithmetic",
    set: "basic",
    statement:
      "The value of the expression a, numbers, + - * and brackets with spaces between; * binds tighter, the rest goes from left to right.",
    arity: 1,
    make(rng, difficulty, place) {
      const number = () => String(integer(rng, 1, 9));
      if (place === 3) return [`${number()} - ${number()} - ${number()}`];
      if (place === 4) return [`${number()} + ${integer(rng, 2, 9)} * ${integer(rng, 2, 9)}`];
      const plain = (n: number) =>
        listOf(n, (k) => (k === 0 ? number() : `${pick(rng, "+-*")} ${number()}`)).join(" ");
      const n = integer(rng, 2, 2 + Math.ceil(difficulty / 2));
      if (difficulty < 5) return [plain(n)];
      return [`${plain(n)} ${pick(rng, "+-*")} ( ${plain(integer(rng, 2, 3))} )`];
    },
    answer(a: string) {
      const words = a.split(" ");
      const sum = (): number => {
        let total = product();
        while (words[0] === "+" || words[0] === "-") total += words.shift() === "+" ? product() : -product();
        return total;
      };
      const product = (): number => {
        let total = atom();
        while (words[0] === "*") {
          words.shift();
          total *= atom();
        }
        return total;
      };
      const atom = (): number => {
        const word = words.shift();
        if (word !== "(") return Number(word);
        const inner = sum();
        words.shift();
        return inner;
      };
      return sum();
    },
    reference:
      "infix(if(equal(x,times),two,if(equal(x,open),zero,one)),if(equal(x,plus),add(p,q),if(equal(x,minus),sub(p,q),mul(p,q))),words,operator(x),at_most(level(x),level(y)),number(x),pop)",
    mistakes: [
      "infix(if(equal(x,open),zero,one),if(equal(x,plus),add(p,q),if(equal(x,minus),sub(p,q),mul(p,q))),words,operator(x),at_most(level(x),level(y)),number(x),pop)",
      "infix(if(equal(x,times),two,if(equal(x,open),zero,one)),if(equal(x,plus),add(p,q),if(equal(x,minus),sub(p,q),mul(p,q))),words,operator(x),less(level(x),level(y)),number(x),pop)",
    ],
  },
];
