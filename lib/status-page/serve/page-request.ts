import type { Mount } from "./entry";
import type { Sealed } from "./render-page";

export interface PageRequest {
  readonly method: string;
  /** The path below the page's base, as sent: "/", "/history.rss"; "" is the page itself. */
  readonly path: string;
  readonly search: URLSearchParams;
  readonly mount: Mount;
  readonly address: string;
  readonly secure: boolean;
  readonly cookies: string | undefined;
  /** Whether the client is a browser that shows the response as a document. */
  readonly wantsHtml: boolean;
  /** Reads a small form body. Throws when it's too large. */
  readonly form: () => Promise<URLSearchParams>;
}

/** What to send. `sealed` answers carry every encoding; `open` ones are the same for everyone. */
export type PageAnswer =
  | { kind: "sealed"; status: 200 | 404 | 401 | 422; sealed: Sealed; open: boolean }
  | { kind: "redirect"; location: string; cookies: readonly string[] }
  | { kind: "refused"; status: 405 | 413 | 429; headers: Record<string, string> };
