import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import type { Mount } from "./page-entry";
import type { Snapshot } from "./snapshot";

export interface PageRequest {
  readonly method: string;
  /** The path below the page's base, as sent: "/", "/history.rss"; "" is the page itself. */
  readonly path: string;
  readonly search: URLSearchParams;
  readonly mount: Mount;
  readonly address: string;
  readonly secure: boolean;
  readonly cookies: string | undefined;
  /** In which to refuse: that of the path, or else that of a public page, or the one that the browser prefers. */
  readonly language: PageLanguage;
  /** Whether the client is a browser that shows the response as a document. */
  readonly wantsHtml: boolean;
  /** Reads a small form body. Throws when it's too large. */
  readonly form: () => Promise<URLSearchParams>;
}

/** Response to send. `snapshot` answers carry every encoding; `open` ones are the same for everyone. */
export type PageAnswer =
  | { kind: "snapshot"; status: 200 | 404 | 401 | 422; snapshot: Snapshot; open: boolean }
  | { kind: "redirect"; location: string; cookies: readonly string[] }
  | { kind: "refused"; status: 405 | 429; headers: Record<string, string> };
