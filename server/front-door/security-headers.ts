import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

const FIXED: Record<string, string> = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
};

/** Sets the header of scripts, styles, and fonts. The others, half a kilobyte per file, only concern pages. */
export function guardFile(response: ServerResponse): void {
  response.setHeader("X-Content-Type-Options", "nosniff");
}

/**
 * Sets the headers of dashboard pages. Next.js reads the nonce from the request's policy header and adds it to its scripts, so
 * pages must be rendered per request. Charts and menus use inline style attributes, hence 'unsafe-inline' for styles.
 */
export function guardDashboard(
  request: IncomingMessage,
  response: ServerResponse,
  development: boolean,
): void {
  const nonce = randomBytes(16).toString("base64");
  const script = development ? `'self' 'nonce-${nonce}' 'unsafe-eval'` : `'nonce-${nonce}' 'strict-dynamic'`;
  const policy = [
    "default-src 'self'",
    `script-src ${script}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  request.headers["content-security-policy"] = policy;
  response.setHeader("Content-Security-Policy", policy);
  for (const [name, value] of Object.entries(FIXED)) response.setHeader(name, value);
}
