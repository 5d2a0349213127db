const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export interface JoinCommand {
  command: string;
  /** What the person must do first, or null. */
  caution: string | null;
}

/** The command that makes another machine a worker of the server at this origin; null while the origin is not known. */
export function joinCommand(origin: string | null): JoinCommand {
  const command = `# on the machine with the GPUs, in a checkout of the same version
npx ablab worker --server ${origin ?? "URL"} --token-file worker-token`;
  if (origin === null || !LOOPBACK.test(new URL(origin).hostname)) return { command, caution: null };
  const port = new URL(origin).port || "80";
  return {
    command,
    caution: `${origin} is this machine's own address. Forward the port first, from here: ssh -R ${port}:127.0.0.1:${port} the-machine`,
  };
}
