/** Whether a host, as the address bar has it, is this machine for whoever opens it: others then open their own. */
export const leadsOnlyHere = (hostname: string): boolean =>
  /^(127\.\d+\.\d+\.\d+|\[::1\]|(.+\.)?localhost)$/.test(hostname);
