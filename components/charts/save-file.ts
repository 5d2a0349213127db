/** Hands a file to the browser's downloads. Characters that file systems refuse become hyphens. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|]+/g, "-");
  link.click();
  // The download reads the address after the click returns.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
