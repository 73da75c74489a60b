// A file of the person's own, as the API takes it.

/** A file's bytes in base64. */
export function base64(file: File): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => failed(new Error(`${file.name} can’t be read: choose it again.`));
    reader.readAsDataURL(file);
  });
}
