/** A token in "Bearer TOKEN", or as password or name of "Basic". */
export function tokenOf(authorization: string | undefined): string | null {
  const [, scheme, given] = /^(Bearer|Basic)\s+(\S+)\s*$/i.exec(authorization ?? "") ?? [];
  if (given === undefined || scheme.toLowerCase() === "bearer") return given ?? null;
  const [user, ...password] = Buffer.from(given, "base64").toString().split(":");
  return password.join(":") || user || null;
}
