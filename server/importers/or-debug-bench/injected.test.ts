import { expect, test } from "vitest";
import { modelOf } from "../../../workers/lp/testing/models.ts";
import { injectedNames, resolveRoots } from "./parse.ts";

function named(rowNames: string[], colNames = ["x0", "x1"]) {
  const rows = rowNames.map((): [number, number] => [0, 1]);
  const cols = colNames.map((): [number, number] => [0, 1]);
  const A = rows.map(() => cols.map(() => 1));
  return { ...modelOf({ A, rows, cols }), rowNames, colNames };
}

test.each([
  ["one row", ["c0", "_chain_cycle"], "_chain_cycle", ["_chain_cycle"]],
  ["a column", ["c0"], "x1", ["x1"]],
  ["a pair", ["c_85f445_ub", "c_85f445_lb"], "c_85f445_ub,c_85f445_lb", ["c_85f445_ub", "c_85f445_lb"]],
  ["a pair with blanks, one unknown", ["a", "b"], " a , q ", ["a"]],
  ["a coefficient: its row", ["_saboteur_lower_x1"], "_saboteur_lower_x1:x1", ["_saboteur_lower_x1"]],
  ["a name that holds a comma", ["a,b", "a"], "a,b", ["a,b"]],
  ["a name that holds a colon", ["a:b", "a"], "a:b", ["a:b"]],
  ["nothing", ["c0"], "", []],
  ["an unknown name", ["c0"], "c1", []],
])("roots of a target that is %s", (_, rows, target, expected) => {
  expect(resolveRoots(named(rows), target)).toEqual(expected);
});

test.each([
  ["A", ["c0", "c1"], ["c1"], ["c1"]],
  ["B", ["c0", "_force_x0"], ["x0"], ["_force_x0", "x0"]],
  ["C", ["c0", "c1"], ["c1"], ["c1"]],
  [
    "C",
    ["_saboteur_upper_x0", "_saboteur_lower_x0"],
    ["_saboteur_lower_x0"],
    ["_saboteur_upper_x0", "_saboteur_lower_x0"],
  ],
  ["G", ["c0", "c_key_upper", "c_85f445_ub", "c_85f445_lb"], [], ["c_85f445_ub", "c_85f445_lb"]],
  ["H", ["c0", "constr_572848"], ["x1"], ["constr_572848", "x1"]],
  ["I", ["bound_c45f59_l", "bound_c45f59_u"], ["bound_c45f59_u"], ["bound_c45f59_l", "bound_c45f59_u"]],
  ["G", ["_cascade_upper_x0", "_cascade_lower_x0", "c0"], [], ["_cascade_upper_x0", "_cascade_lower_x0"]],
  ["A", ["c0", "c1"], [], null],
  ["B", ["c0", "myrow"], ["x0"], null],
  ["E", ["r1", "r2"], ["r1", "r2"], null],
])("type %s with rows %j and roots %j", (type, rows, roots, expected) => {
  expect(injectedNames(named(rows), type, roots)).toEqual(expected);
});

test("added columns count as injected", () => {
  const model = named(["_hidden_link_x0", "_hidden_root_x0"], ["x0", "_hidden_aux_x0"]);
  expect(injectedNames(model, "F", ["_hidden_root_x0"])).toEqual([
    "_hidden_link_x0",
    "_hidden_root_x0",
    "_hidden_aux_x0",
  ]);
});
