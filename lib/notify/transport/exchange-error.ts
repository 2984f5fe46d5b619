/** An exchange without a response. `final`: a retry can't help. */
export class ExchangeError extends Error {
  constructor(
    message: string,
    readonly final: boolean,
  ) {
    super(message);
    this.name = "ExchangeError";
  }
}

const WORDS: Record<string, string> = {
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed while sending",
  ECONNREFUSED: "the connection was refused",
};

export function reasonOf(error: unknown): string {
  // The message of a TLS error is a line of OpenSSL's source; only `reason` is readable.
  const { code, message, reason } = error as NodeJS.ErrnoException & { reason?: string };
  return WORDS[code ?? ""] ?? reason ?? message ?? "unknown error";
}
