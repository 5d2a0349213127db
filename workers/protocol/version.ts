/** Version of the worker wire. Compared at register: a worker that speaks another one is refused with a sentence. */
export const PROTOCOL_VERSION = 2;
