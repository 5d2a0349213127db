import { jsonAnswer, type AdapterAnswer } from "../adapter.ts";

/** A refusal in the client's own form: it raises an MlflowException of this code and message. */
export const refuse = (status: number, error_code: string, message: string): AdapterAnswer =>
  jsonAnswer({ error_code, message }, status);
