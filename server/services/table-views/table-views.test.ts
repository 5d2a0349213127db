import { expect, test } from "vitest";
import { makeWorld } from "../testing.ts";
import { chooseDefaultView } from "./choose-default.ts";
import { deleteTableView } from "./delete.ts";
import { listTableViews } from "./list.ts";
import { saveTableView } from "./save.ts";

const twoPeople = () => {
  const world = makeWorld();
  return { ada: world.as({ kind: "member", name: "ada" }), bob: world.as({ kind: "member", name: "bob" }) };
};
const names = (ctx: ReturnType<typeof twoPeople>["ada"]) => listTableViews(ctx).map(({ name }) => name);

test("a saved view is seen by who saved it alone, until it is the default of the project", () => {
  const { ada, bob } = twoPeople();
  const { view } = saveTableView(ada, { name: "Losses", address: "group=p:lr" });
  expect([names(ada), names(bob)]).toEqual([["Losses"], []]);
  expect(chooseDefaultView(ada, { id: view?.id ?? "" }).message).toBe(
    "The run table opens with Losses, for everybody.",
  );
  expect(listTableViews(bob)).toMatchObject([{ name: "Losses", mine: false, isDefault: true, owner: "ada" }]);
});

test("there is one default, and taking it back is choosing the one before", () => {
  const { ada } = twoPeople();
  const [a, b] = ["A", "B"].map((name) => saveTableView(ada, { name, address: "" }).view?.id ?? "");
  chooseDefaultView(ada, { id: a });
  const { wasDefault } = chooseDefaultView(ada, { id: b });
  expect(listTableViews(ada).map(({ isDefault }) => isDefault)).toEqual([false, true]);
  chooseDefaultView(ada, { id: wasDefault });
  expect(listTableViews(ada).map(({ isDefault }) => isDefault)).toEqual([true, false]);
});

test("saving over a view says what it was; a name is given once, and what others saved stays theirs", () => {
  const { ada, bob } = twoPeople();
  const id = saveTableView(ada, { name: "Losses", address: "q=a" }).view?.id ?? "";
  expect(saveTableView(ada, { id, name: "Losses", address: "q=b" }).was?.address).toBe("q=a");
  expect(() => saveTableView(ada, { name: "Losses", address: "" })).toThrow(
    /There is a view "Losses" already/,
  );
  expect(() => saveTableView(bob, { id, name: "Mine", address: "" })).toThrow(/ada saved the view Losses/);
  expect(() => deleteTableView(bob, { id })).toThrow(/ada saved the view Losses/);
  expect(deleteTableView(ada, { id }).was?.address).toBe("q=b");
  // What was deleted is taken back under its own id.
  saveTableView(ada, { id, name: "Losses", address: "q=b" });
  expect(listTableViews(ada)[0].id).toBe(id);
});

test("an address that is none is refused", () => {
  const { ada } = twoPeople();
  expect(() => saveTableView(ada, { name: "X", address: "https://elsewhere.example/?a" })).toThrow(
    /behind the question mark/,
  );
});
