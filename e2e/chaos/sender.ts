import type { Rng } from "../../workers/math/rng.ts";
import { integer } from "../../workers/math/rng.ts";
import { encodeBody, type EncodedBody, type Form } from "./encode-body.ts";
import type { SourcePlan } from "./point-plan.ts";
import { openAgent, postPoints, type Address, type Answer } from "./post-points.ts";

/** One source of one attempt, as its sender remembers it over all the servers that die under it. */
export interface Sender {
  readonly plan: SourcePlan;
  /** Every point up to here was acknowledged. */
  readonly acked: number;
  /** One sentence per broken promise. */
  readonly findings: string[];
  /** Sends this and that, sane or not, until the connection breaks; `onAnswer` is called for each answer. */
  send(address: Address, onAnswer: () => void): Promise<void>;
  /** Sends what is left up to `last`, in order, until it is all acknowledged; false where the connection broke. */
  finish(address: Address, last: number): Promise<boolean>;
  /** After the attempt's end: what is stored is acknowledged again, and more is refused. */
  knock(address: Address): Promise<void>;
}

const FORMS: Form[] = ["columns", "lines", "binary"];
const LARGEST_BODY = 400;
const NOTHING: readonly [number, number] = [1, 0];

export function createSender(plan: SourcePlan, label: string, random: Rng): Sender {
  const findings: string[] = [];
  const object = (what: string) => findings.push(`${label} ${plan.name}: ${what}`);
  let acked = 0;
  let attempted = 0;
  let agent = openAgent();

  const pick = <T>(items: readonly T[]): T => items[integer(random, 0, items.length - 1)];
  const body = (range: readonly [number, number]) => encodeBody(plan, range, pick(FORMS), random() < 0.3);
  const post = (address: Address, firstSeq: number, encoded: EncodedBody) =>
    postPoints(agent, address, plan.name, firstSeq, encoded);

  /** An acknowledgement may not fall behind one before its request, nor run ahead of what was ever sent. */
  function believe(ackSeq: number | undefined, before: number): void {
    if (ackSeq === undefined) object("an answer came without ackSeq");
    else if (ackSeq < before) object(`acknowledged up to ${before}, and later only up to ${ackSeq}`);
    else if (ackSeq > attempted) object(`acknowledged up to ${ackSeq}, but only ${attempted} were ever sent`);
    else acked = Math.max(acked, ackSeq);
  }

  /** Sends points `from` to `to`; whether an answer came. */
  async function sendRange(address: Address, from: number, to: number, ask = false): Promise<boolean> {
    attempted = Math.max(attempted, to);
    const before = acked;
    const answer = await post(address, from, body(ask ? NOTHING : [from, to]));
    if (!answer) return false;
    if (answer.status === 200) {
      believe(answer.body.ackSeq, before);
      if (!ask && acked < to) object(`answered 200 to ${from}-${to} and acknowledged only ${acked}`);
    } else if (answer.status === 409 && answer.body.error === "gap") {
      const { ackSeq = -1 } = answer.body;
      if (ackSeq + 1 >= from) object(`refused ${from}-${to} as a gap although ${ackSeq} were stored`);
      believe(ackSeq, before);
    } else object(`${from}-${to} was answered with ${describe(answer)}`);
    return true;
  }

  /** A body that may not be stored, in one of the ways that bodies go wrong. */
  async function sendBroken(address: Address): Promise<boolean> {
    const from = acked + 1;
    const form = pick(FORMS);
    const good = encodeBody(plan, [from, from + 20], form, random() < 0.5);
    const cut = { ...good, body: good.body.subarray(0, integer(random, 1, good.body.length - 2)) };
    // Lines cut where a line ends are whole lines: a server that dies before it answers may have stored them.
    if (form === "lines") attempted = Math.max(attempted, from + 20);
    const answer = await post(address, from, cut);
    if (!answer) return false;
    if (answer.status === 200 && form === "lines") believe(answer.body.ackSeq, acked);
    else if (answer.status !== 400) object(`a cut body was answered with ${describe(answer)}`);
    return true;
  }

  /** Part of what is stored, mostly older than what came since to the same x. */
  function somewhereIn(last: number): [from: number, to: number] {
    const to = integer(random, Math.max(1, last - 500), last);
    return [Math.max(1, to - 50), to];
  }

  async function sendSomething(address: Address): Promise<boolean> {
    const next = acked + 1;
    const to = acked + integer(random, 1, LARGEST_BODY);
    const choice = random();
    if (choice < 0.05) return sendBroken(address);
    if (choice < 0.1) return sendRange(address, to + 2, to + 20);
    if (choice < 0.25) return sendRange(address, Math.max(1, next - integer(random, 1, 300)), to);
    if (choice < 0.3 && acked > 0) return sendRange(address, ...somewhereIn(acked));
    if (choice < 0.5) {
      const both = [sendRange(address, next, to), sendRange(address, to + 1, to + 100)];
      return (await Promise.all(both)).every(Boolean);
    }
    return sendRange(address, next, to);
  }

  /** A broken connection leaves its socket behind; the next server gets fresh ones. */
  function reconnect(): void {
    agent.destroy();
    agent = openAgent();
  }

  return {
    plan,
    findings,
    get acked() {
      return acked;
    },
    async send(address, onAnswer) {
      reconnect();
      if (!(await sendRange(address, acked + 1, acked, true))) return;
      do onAnswer();
      while (await sendSomething(address));
    },
    async finish(address, last) {
      reconnect();
      for (let next = acked + 1; next <= last; next = acked + 1) {
        const sent = await sendRange(address, next, Math.min(last, acked + LARGEST_BODY));
        if (!sent || acked < next) return false;
      }
      agent.destroy();
      return true;
    },
    async knock(address) {
      reconnect();
      await sendRange(address, Math.max(1, acked - 30), acked);
      const more = await post(address, acked + 1, body([acked + 1, acked + 5]));
      if (more && (more.status !== 409 || more.body.error !== "fenced"))
        object(`points after the end were answered with ${describe(more)}`);
      agent.destroy();
    },
  };
}

const describe = (answer: NonNullable<Answer>) => `${answer.status} ${JSON.stringify(answer.body)}`;
