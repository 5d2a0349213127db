/** The bytes of a file as base64; of a large one the browser does it in the background. */
export function readBase64(file: File): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.addEventListener("load", () => {
      resolve(typeof reader.result === "string" ? (reader.result.split(",")[1] ?? "") : "");
    });
    reader.addEventListener("error", () => reject(new Error(`${file.name} cannot be read by this browser.`)));
    reader.readAsDataURL(file);
  });
}
