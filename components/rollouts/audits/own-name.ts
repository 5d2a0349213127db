const KEY = "ablab-auditor";

/** The name under which marks of this browser were stored last; empty where nothing can be kept. */
export function storedName(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

export function storeName(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Where nothing can be kept it is typed again next time.
  }
}
