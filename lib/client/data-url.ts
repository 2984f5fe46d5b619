/** Reads a file that the user chose. */
export function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("The file can't be read."));
    reader.readAsDataURL(file);
  });
}
