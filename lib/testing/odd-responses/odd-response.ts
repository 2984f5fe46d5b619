/** The text that every response with a body contains, and that a client must find to have read it. */
export const KEYWORD = "needle";

type Bytes = string | Buffer;

/** What the server does after it sent everything. */
type Ending = "closes" | "resets" | "stays open" | "continues";

/** What carries the response. `h2` speaks only HTTP/2, and its responses are frames. */
type Transport = "tcp" | "tls" | "tls without close_notify" | "h2";

/** A response that breaks a rule, and what the checker makes of it. */
export interface OddResponse {
  readonly name: string;
  /** What to send to a request, whose bytes are text with one character each. */
  readonly answer: (request: string) => readonly Bytes[];
  readonly ending: Ending;
  /** False when the response has no body to search. */
  readonly hasBody: boolean;
  /** The text to find in the body as shown. A text beyond ASCII depends on its charset. */
  readonly keyword: string;
  readonly method: "GET" | "HEAD" | "POST";
  readonly over: Transport;
  /** `up`, `warning` for up with a warning, or the error code of a failure. */
  readonly ours: string;
  /** Why the checker refuses what one of the others reads. */
  readonly why?: string;
}

interface More {
  readonly ours?: string;
  readonly ending?: Ending;
  readonly hasBody?: boolean;
  readonly keyword?: string;
  readonly method?: OddResponse["method"];
  readonly over?: Transport;
  readonly why?: string;
}

/** Describes a response, by default one that the checker warns about and after which the server closes the connection. */
export function odd(
  name: string,
  sent: Bytes | readonly Bytes[] | ((request: string) => Bytes | readonly Bytes[]),
  more: More = {},
): OddResponse {
  const { ours = "warning", ending = "closes", hasBody = true, keyword = KEYWORD } = more;
  const { method = "GET", over = "tcp", why } = more;
  const answer = (request: string) => {
    const parts = typeof sent === "function" ? sent(request) : sent;
    return typeof parts === "string" || Buffer.isBuffer(parts) ? [parts] : parts;
  };
  return { name, answer, ending, hasBody, keyword, method, over, ours, why };
}

export const OK = "HTTP/1.1 200 OK\r\n";
export const SIZED = `Content-Length: ${KEYWORD.length}\r\n\r\n${KEYWORD}`;
export const CHUNKED = "Transfer-Encoding: chunked\r\n";
/** One correct chunk with the keyword, and the end. */
export const CHUNKS = `6\r\n${KEYWORD}\r\n0\r\n\r\n`;
