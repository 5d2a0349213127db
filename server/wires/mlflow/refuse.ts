import { jsonAnswer, type WireAnswer } from "../wire.ts";

/** A refusal in the client's own form: it raises an MlflowException of this code and message. */
export const refuse = (status: number, error_code: string, message: string): WireAnswer =>
  jsonAnswer({ error_code, message }, status);
