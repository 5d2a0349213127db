import { decide, type GatePolicy, type Scope } from "../gate.ts";

/** The host by which a gate under test is called. */
export const HOST = "127.0.0.1:7330";

/** What tokens open, by the text of the token. */
export const SCOPES: Readonly<Record<string, Scope>> = {
  operator: { kind: "operator" },
  admission: { kind: "worker-admission" },
  worker: { kind: "worker", token: "worker" },
  attempt: { kind: "attempt", attemptId: "att_1" },
  "other-attempt": { kind: "attempt", attemptId: "att_2" },
  ingest: { kind: "ingest", actor: { kind: "ingest", tokenId: "tok_1", projectId: "prj_1", name: "x" } },
  reading: {
    kind: "ingest",
    actor: { kind: "ingest", tokenId: "tok_2", projectId: "prj_1", name: "y", access: "read" },
  },
};

/** A gate that knows one session, "open", and those tokens. */
export const gatePolicy = (more: Partial<GatePolicy> = {}): GatePolicy => ({
  hosts: new Set([HOST]),
  cookieName: "session",
  isOpenSession: (secret) => secret === "open",
  csrfTokenOf: () => "csrf",
  scopeOfToken: (token) => SCOPES[token] ?? null,
  ...more,
});

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A member's page that changes something. */
export const SESSION = { cookie: "session=open", origin: `http://${HOST}`, "x-csrf-token": "csrf" };

export interface Asked {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  upgrade?: boolean;
}

/** What a gate decides of a request. */
export function decisionOn(policy: GatePolicy, { method, url, headers, upgrade = false }: Asked) {
  const all = { host: HOST, ...headers };
  return decide({ method, url, headers: all, rawHeaders: Object.entries(all).flat(), upgrade }, policy);
}

/** The status that comes of it; 200 for what is let through. */
export function statusOf(policy: GatePolicy, asked: Asked): number {
  const decision = decisionOn(policy, asked);
  return decision.kind === "allow" ? 200 : decision.status;
}
