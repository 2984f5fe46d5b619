import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import type { Refusal } from "@/lib/status-page/languages/refusal-words";
import { wordsOf } from "@/lib/status-page/languages/registry";
import { plainDocuments } from "./plain-document";

const calm = plainDocuments("missing");

/** Renders why a request for a page is refused, without revealing the page. `missing` is an address without a page. */
export function refusalDocument(language: PageLanguage, why: Refusal | "missing"): string {
  const { refusal, missing } = wordsOf({ language });
  const { title, text } = why === "missing" ? missing : refusal[why];
  return calm(
    language,
    title,
    <>
      <h1>{title}</h1>
      <p>{text}</p>
    </>,
  );
}
