import { notFound } from "next/navigation";

/** The id in a page's path; what is none leads to "not found". */
export function idOf(text: string): number {
  const id = Number(text);
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(id) ? id : notFound();
}
