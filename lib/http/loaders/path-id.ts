import { notFound } from "next/navigation";

/** Returns the ID in a page's path, or renders "not found" for an invalid one. */
export function idOf(text: string): number {
  const id = Number(text);
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(id) ? id : notFound();
}
