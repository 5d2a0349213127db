/** How a logger of others is told where to send to and with which token. */
export const ADAPTERS = {
  wandb: { address: "WANDB_BASE_URL", token: "WANDB_API_KEY" },
  trackio: { address: "TRACKIO_SERVER_URL", token: "TRACKIO_WRITE_TOKEN" },
  MLflow: { address: "MLFLOW_TRACKING_URI", token: "MLFLOW_TRACKING_TOKEN" },
} as const;
export type AdapterName = keyof typeof ADAPTERS;

/** wandb sends every 15 s by itself, and what it holds at a kill is lost. */
export const WANDB_SECONDS = { WANDB_X_FILE_STREAM_TRANSMIT_INTERVAL: "1" };

/** The variables that lead a logger to a server. */
export function loggerVariablesOf(name: AdapterName, server: string, token: string): Record<string, string> {
  const { address, token: secret } = ADAPTERS[name];
  return { [address]: server, [secret]: token, ...(name === "wandb" && WANDB_SECONDS) };
}
