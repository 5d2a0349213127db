// AssemblyScript source of kernel-wasm.ts (the rebuild command is there). Pointers are byte addresses in the imported
// memory, matrices are row-major f32, widths are multiples of 4. Every element of a matrix product is one accumulator that
// adds its terms in index order with one rounding per multiplication and one per addition, whatever the tile; there is no
// fused multiply-add. kernel-js.ts states the same operations, so both give the same bits on every machine.
// pmax(a, b) is a < b ? b : a: one instruction, and a NaN in `a` stays.

// What happens to a sum before it is stored; kernel.ts has the same numbers.
const LINEAR: i32 = 0;
const RELU: i32 = 1;

// Rows of a gradient block: with 32 inputs and 32 outputs both operands stay in the first-level cache.
const DIFFICULTY_BLOCK: i32 = 128;

function addProduct(sum: v128, x: v128, w: v128): v128 {
  return f32x4.add(sum, f32x4.mul(x, w));
}

function finish(y: usize, toGate: usize, sum: v128, mode: i32): void {
  const zero = f32x4.splat(0);
  if (mode == LINEAR) v128.store(y, sum);
  else if (mode == RELU) v128.store(y, f32x4.pmax(sum, zero));
  else v128.store(y, v128.and(sum, f32x4.gt(v128.load(y + toGate), zero)));
}

/**
 * y[rows, outputs] = x[rows, inputs] w[inputs, outputs] + b, then by mode: nothing, relu, or zero where
 * gate[rows, outputs] is not positive. Tiles of 4 rows and 8 columns; what is left over goes by 1 row and 4 columns.
 */
export function multiply(
  x: usize,
  w: usize,
  b: usize,
  y: usize,
  gate: usize,
  rows: i32,
  inputs: i32,
  outputs: i32,
  mode: i32,
): void {
  const xStride: usize = (<usize>inputs) << 2;
  const yStride: usize = (<usize>outputs) << 2;
  const toGate = gate - y;
  for (; rows > 0; rows -= 4) {
    const tiled: usize = rows >= 4 ? yStride & ~31 : 0;
    for (let o: usize = 0; o < tiled; o += 32)
      multiply4x8(x, xStride, w + o, b + o, y + o, yStride, toGate, mode);
    for (let row = min(rows, 4); row > 0; row--) {
      for (let o = tiled; o < yStride; o += 16)
        multiply1x4(x, xStride, w + o, b + o, y + o, yStride, toGate, mode);
      x += xStride;
      y += yStride;
    }
  }
}

function multiply4x8(
  x: usize,
  xStride: usize,
  w: usize,
  b: usize,
  y: usize,
  yStride: usize,
  toGate: usize,
  mode: i32,
): void {
  let x0 = x;
  let x1 = x0 + xStride;
  let x2 = x1 + xStride;
  let x3 = x2 + xStride;
  const end = x1;
  let s00 = v128.load(b);
  let s01 = v128.load(b, 16);
  let s10 = s00;
  let s11 = s01;
  let s20 = s00;
  let s21 = s01;
  let s30 = s00;
  let s31 = s01;
  while (x0 < end) {
    const w0 = v128.load(w);
    const w1 = v128.load(w, 16);
    let value = v128.load32_splat(x0);
    s00 = addProduct(s00, value, w0);
    s01 = addProduct(s01, value, w1);
    value = v128.load32_splat(x1);
    s10 = addProduct(s10, value, w0);
    s11 = addProduct(s11, value, w1);
    value = v128.load32_splat(x2);
    s20 = addProduct(s20, value, w0);
    s21 = addProduct(s21, value, w1);
    value = v128.load32_splat(x3);
    s30 = addProduct(s30, value, w0);
    s31 = addProduct(s31, value, w1);
    w += yStride;
    x0 += 4;
    x1 += 4;
    x2 += 4;
    x3 += 4;
  }
  finish(y, toGate, s00, mode);
  finish(y + 16, toGate, s01, mode);
  y += yStride;
  finish(y, toGate, s10, mode);
  finish(y + 16, toGate, s11, mode);
  y += yStride;
  finish(y, toGate, s20, mode);
  finish(y + 16, toGate, s21, mode);
  y += yStride;
  finish(y, toGate, s30, mode);
  finish(y + 16, toGate, s31, mode);
}

function multiply1x4(
  x: usize,
  xStride: usize,
  w: usize,
  b: usize,
  y: usize,
  yStride: usize,
  toGate: usize,
  mode: i32,
): void {
  const end = x + xStride;
  let sum = v128.load(b);
  while (x < end) {
    sum = addProduct(sum, v128.load32_splat(x), v128.load(w));
    w += yStride;
    x += 4;
  }
  finish(y, toGate, sum, mode);
}

/** dw[inputs, outputs] += x^T dy and db[outputs] += column sums of dy, rows in order. */
export function accumulate(
  x: usize,
  dy: usize,
  dw: usize,
  db: usize,
  rows: i32,
  inputs: i32,
  outputs: i32,
): void {
  const xStride: usize = (<usize>inputs) << 2;
  const yStride: usize = (<usize>outputs) << 2;
  while (rows > 0) {
    const count: i32 = min(DIFFICULTY_BLOCK, rows);
    for (let o: usize = 0; o < yStride; o += 16) sumColumns(dy + o, yStride, db + o, count);
    for (let k: usize = 0; k < xStride; k += 16) {
      const target = dw + (k >> 2) * yStride;
      let o: usize = 0;
      for (; o + 16 < yStride; o += 32) accumulate4x8(x + k, xStride, dy + o, yStride, target + o, count);
      if (o < yStride) {
        for (let i: usize = 0; i < 4; i++) {
          accumulate1x4(x + k + 4 * i, xStride, dy + o, yStride, target + i * yStride + o, count);
        }
      }
    }
    x += <usize>count * xStride;
    dy += <usize>count * yStride;
    rows -= count;
  }
}

function sumColumns(dy: usize, yStride: usize, db: usize, rows: i32): void {
  let sum = v128.load(db);
  for (let row: i32 = 0; row < rows; row++) {
    sum = f32x4.add(sum, v128.load(dy));
    dy += yStride;
  }
  v128.store(db, sum);
}

function accumulate4x8(x: usize, xStride: usize, dy: usize, yStride: usize, dw: usize, rows: i32): void {
  const dw1 = dw + yStride;
  const dw2 = dw1 + yStride;
  const dw3 = dw2 + yStride;
  let s00 = v128.load(dw);
  let s01 = v128.load(dw, 16);
  let s10 = v128.load(dw1);
  let s11 = v128.load(dw1, 16);
  let s20 = v128.load(dw2);
  let s21 = v128.load(dw2, 16);
  let s30 = v128.load(dw3);
  let s31 = v128.load(dw3, 16);
  for (let row: i32 = 0; row < rows; row++) {
    const d0 = v128.load(dy);
    const d1 = v128.load(dy, 16);
    let value = v128.load32_splat(x);
    s00 = addProduct(s00, value, d0);
    s01 = addProduct(s01, value, d1);
    value = v128.load32_splat(x, 4);
    s10 = addProduct(s10, value, d0);
    s11 = addProduct(s11, value, d1);
    value = v128.load32_splat(x, 8);
    s20 = addProduct(s20, value, d0);
    s21 = addProduct(s21, value, d1);
    value = v128.load32_splat(x, 12);
    s30 = addProduct(s30, value, d0);
    s31 = addProduct(s31, value, d1);
    x += xStride;
    dy += yStride;
  }
  v128.store(dw, s00);
  v128.store(dw, s01, 16);
  v128.store(dw1, s10);
  v128.store(dw1, s11, 16);
  v128.store(dw2, s20);
  v128.store(dw2, s21, 16);
  v128.store(dw3, s30);
  v128.store(dw3, s31, 16);
}

function accumulate1x4(x: usize, xStride: usize, dy: usize, yStride: usize, dw: usize, rows: i32): void {
  let sum = v128.load(dw);
  for (let row: i32 = 0; row < rows; row++) {
    sum = addProduct(sum, v128.load32_splat(x), v128.load(dy));
    x += xStride;
    dy += yStride;
  }
  v128.store(dw, sum);
}

const LOWEST_EXPONENT: f32 = -87.0;
const LOG2_E: f32 = 1.4426950408889634;
const LN2_HIGH: f32 = 0.693359375;
const LN2_LOW: f32 = -0.00021219444;
/** 1.5 * 2^23: adding it leaves no room for a fraction, so that the sum's last bits are the nearest whole number. */
const ROUNDING: f32 = 12582912.0;
const ONE_BITS: i32 = 0x3f800000;

/**
 * exp(x) for x <= 0 as 2^n e^r, n the nearest whole number to x / ln 2 and |r| <= ln 2 / 2. The polynomial for e^r and
 * ln 2 in two parts are those of Cephes expf (Moshier, 1989). Below -87 it is exp(-87), about 1e-38. NaN stays NaN.
 */
function exponential(x: v128): v128 {
  x = f32x4.pmax(x, f32x4.splat(LOWEST_EXPONENT));
  const shifted = f32x4.add(f32x4.mul(x, f32x4.splat(LOG2_E)), f32x4.splat(ROUNDING));
  const n = f32x4.sub(shifted, f32x4.splat(ROUNDING));
  let r = f32x4.sub(x, f32x4.mul(n, f32x4.splat(LN2_HIGH)));
  r = f32x4.sub(r, f32x4.mul(n, f32x4.splat(LN2_LOW)));
  let p = f32x4.splat(0.00019875691);
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(0.0013981999));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(0.008333452));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(0.041665796));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(0.16666665));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(0.5));
  const power = f32x4.add(f32x4.add(f32x4.mul(f32x4.mul(p, r), r), r), f32x4.splat(1));
  return f32x4.mul(power, i32x4.add(i32x4.shl(shifted, 23), i32x4.splat(ONE_BITS)));
}

/** Lane masks of four mask bytes: all ones where the byte is not 0. */
function allowed(mask: usize): v128 {
  const bytes = v128.load32_zero(mask);
  return i32x4.gt_s(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(bytes)), i32x4.splat(0));
}

function sumLanes(v: v128): f32 {
  const first = f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1);
  return first + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3));
}

function maxLanes(v: v128): f32 {
  const first = max(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1));
  return max(first, max(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)));
}

/**
 * The parts of one masked softmax over `count` scores. With z = (score - highest allowed) * inverse:
 * weights = exp(z) where the mask byte is not 0, else 0; summary = [highest, sum of weights, sum of weights * z].
 */
export function softmax(
  scores: usize,
  mask: usize,
  weights: usize,
  summary: usize,
  count: usize,
  inverse: f32,
): void {
  const lowest = f32x4.splat(-f32.MAX_VALUE);
  let top = lowest;
  for (let i: usize = 0; i < count; i += 4) {
    top = f32x4.pmax(top, v128.bitselect(v128.load(scores + (i << 2)), lowest, allowed(mask + i)));
  }
  const highest = maxLanes(top);
  const shift = f32x4.splat(highest);
  const factor = f32x4.splat(inverse);
  let total = f32x4.splat(0);
  let weighted = f32x4.splat(0);
  for (let i: usize = 0; i < count; i += 4) {
    const z = f32x4.mul(f32x4.sub(v128.load(scores + (i << 2)), shift), factor);
    const weight = v128.and(exponential(z), allowed(mask + i));
    v128.store(weights + (i << 2), weight);
    total = f32x4.add(total, weight);
    weighted = f32x4.add(weighted, f32x4.mul(weight, z));
  }
  store<f32>(summary, highest);
  store<f32>(summary, sumLanes(total), 4);
  store<f32>(summary, sumLanes(weighted), 8);
}
