/** Most names: visible ASCII with single spaces. The other patterns take 20 ms to build, which a page would wait for. */
const ORDINARY = /^[!-~]+(?: [!-~]+)*$/;
/** What turns the direction of the text around it, ends its line or has no picture. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;
const SEEN = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u;

/**
 * A name as a title can show it: control and bidirectional characters written out, "loss\u{202e}", and one in which nothing
 * can be seen in quotes, "␣␣". Such names are refused by now, but series that were stored before have them.
 */
export function visibleName(name: string): string {
  if (ORDINARY.test(name)) return name;
  if (name === "" || SEEN.test(name.replace(UNSEEN, ""))) return name.replace(UNSEEN, escape);
  return `"${Array.from(name, (one) => (one === " " ? "␣" : escape(one))).join("")}"`;
}

function escape(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
