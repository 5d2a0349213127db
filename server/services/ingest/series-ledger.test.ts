import { expect, test } from "vitest";
import type { WirePoints } from "../../../workers/protocol/points.ts";
import { createSeriesLedger } from "./series-ledger.ts";

const none = new Float64Array();
const columns = (...names: string[]): WirePoints[] =>
  names.map((name) => {
    const [metric, axis = "step"] = name.split("@");
    return { metric, axis, x: none, value: none, at: none };
  });

/** A ledger over a store that has what it is told, and counts how often it is asked. */
function ledgerOver(has: Record<string, string[]>, limit: number, namesHeld?: number) {
  let asked = 0;
  const names = (id: string) => {
    asked += 1;
    return columns(...(has[id] ?? []));
  };
  return { ...createSeriesLedger({ names }, limit, namesHeld), asked: () => asked };
}

test("an attempt gets series up to the limit, counted with their axes and with what is stored already", () => {
  const ledger = ledgerOver({ att: ["a", "b"] }, 4);
  expect(ledger.admit("att", columns("a", "b"))).toBe("known");
  expect(ledger.admit("att", columns("a", "a@tokens", "c", "c"))).toBe("added");
  expect(ledger.admit("att", columns("d"))).toBe("refused");
  expect(ledger.admit("att", columns("c", "a@tokens"))).toBe("known");
  expect(ledger.asked()).toBe(1);
});

test("a refused batch takes no room, and one attempt takes none from another", () => {
  const ledger = ledgerOver({}, 2);
  expect(ledger.admit("one", columns("a", "b", "c"))).toBe("refused");
  expect(ledger.admit("one", columns("a", "b"))).toBe("added");
  expect(ledger.admit("two", columns("c", "d"))).toBe("added");
});

test("what was forgotten is asked for again", () => {
  const has: Record<string, string[]> = {};
  const ledger = ledgerOver(has, 1);
  expect(ledger.admit("att", columns("a"))).toBe("added");
  ledger.forget("att");
  expect(ledger.admit("att", columns("b"))).toBe("added");
  has.att = ["b"];
  ledger.forget("att");
  expect(ledger.admit("att", columns("a"))).toBe("refused");
  expect(ledger.asked()).toBe(3);
});

test("memory stays bounded: of too many names those of the attempt that was first asked for are forgotten", () => {
  const has = { one: ["a", "b"], two: ["c", "d"], three: ["e", "f"], wide: ["g", "h", "i", "j", "k"] };
  const ledger = ledgerOver(has, 10, 4);
  const admitAll = (...ids: (keyof typeof has)[]) => {
    for (const id of ids) expect(ledger.admit(id, columns(...has[id]))).toBe("known");
    return ledger.asked();
  };
  expect(admitAll("one", "two", "one", "two")).toBe(2);
  expect(admitAll("three", "two", "three")).toBe(3);
  expect(admitAll("one")).toBe(4);
  expect(admitAll("wide", "wide", "wide")).toBe(5);
  expect(admitAll("three")).toBe(6);
});
