const [ZERO, SPACE, DOT, MINUS] = [48, 32, 46, 45];
const DECODER = new TextDecoder();
/** The longest coordinate: a sign, nine digits, a dot and one more digit. */
const LONGEST = 12;

let written = new Uint8Array(1 << 16);
let length = 0;

/**
 * Writes one SVG path at a time, with coordinates to a tenth of a px. A hundred lines are a megabyte of text at each tick:
 * bytes in one buffer leave nothing behind, while joining strings makes more garbage than drawing takes time.
 */
export const pen = {
  /** Begins a path; what was written before is gone. */
  begin(): void {
    length = 0;
  },
  /** "M" lifts the pen, "L" draws. */
  point(command: "M" | "L", x: number, y: number): void {
    makeRoom();
    written[length++] = command.charCodeAt(0);
    tenths(x);
    written[length++] = SPACE;
    tenths(y);
  },
  /** Straight across or down to one coordinate. */
  straight(command: "H" | "V", to: number): void {
    makeRoom();
    written[length++] = command.charCodeAt(0);
    tenths(to);
  },
  /** Pieces without coordinates: "Z" closes, "h0" is a point that a round cap draws as a dot. */
  add(piece: "Z" | "h0"): void {
    makeRoom();
    for (let index = 0; index < piece.length; index++) written[length++] = piece.charCodeAt(index);
  },
  end(): string {
    return DECODER.decode(written.subarray(0, length));
  },
};

/** The pen for whoever draws on a canvas: straight segments need no more of one than these two. */
export const penAsCanvas = {
  moveTo: (x: number, y: number) => pen.point("M", x, y),
  lineTo: (x: number, y: number) => pen.point("L", x, y),
} as CanvasRenderingContext2D;

function makeRoom(): void {
  if (length + 2 * LONGEST + 2 <= written.length) return;
  const larger = new Uint8Array(written.length * 2);
  larger.set(written);
  written = larger;
}

function tenths(px: number): void {
  let rest = Math.round(px * 10);
  if (rest < 0) {
    written[length++] = MINUS;
    rest = -rest;
  }
  const digit = rest % 10;
  rest = (rest - digit) / 10;
  let end = length + 1;
  for (let more = rest; more >= 10; more = Math.floor(more / 10)) end++;
  for (let place = end - 1; place >= length; place--) {
    const ten = Math.floor(rest / 10);
    written[place] = ZERO + rest - ten * 10;
    rest = ten;
  }
  length = end;
  if (digit === 0) return;
  written[length++] = DOT;
  written[length++] = ZERO + digit;
}
