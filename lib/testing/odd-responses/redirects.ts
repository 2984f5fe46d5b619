import { KEYWORD, OK, odd, SIZED } from "./odd-response";

/** Redirects once from the first path, then responds. */
const redirect =
  (fields: string, status = 302) =>
  (request: string) =>
    /^\w+ \S*[?&]there|^\w+ \S*\/there/.test(request)
      ? `${OK}Content-Type: text/plain\r\n${SIZED}`
      : `HTTP/1.1 ${status} Moved\r\n${fields}Content-Length: 0\r\n\r\n`;

const hostIn = (request: string) => /^host: (\S+)/im.exec(request)?.[1] ?? "";

const cookieFrom = (field: string) => (request: string) =>
  /^cookie: .*seen=1/im.test(request)
    ? `${OK}${SIZED}`
    : `HTTP/1.1 302 Found\r\n${field}Location: ${/^\w+ (\S+)/.exec(request)?.[1] ?? "/"}\r\nContent-Length: 0\r\n\r\n`;

const LOOP = { ours: "http_too_many_redirects", why: "neither curl nor browsers keep the cookie" };

/** What a server that redirects until its cookie comes back may send, after a name. */
const COOKIES = (
  [
    ["that expires at 0", "seen=1; Expires=0"],
    ["that expires at -1", "seen=1; Expires=-1"],
    ["that expires in a year of two digits", "seen=1; Expires=Friday, 31-Dec-60 23:59:59 GMT"],
    ["that expired with a date without a zone", "seen=1; Expires=Jan 1 00:00:00 2015", LOOP],
    ["with a letter in UTF-8", "seen=1\xc3\x80; Path=/"],
    ["with a control character", "seen=1\x01; Path=/", LOOP],
    ["with a quoted value", 'seen=1"a b"; Path=/'],
    ["that is secure, without TLS on this machine", "seen=1; Secure"],
    ["whose domain is this address", "seen=1; Domain=127.0.0.1"],
    ["whose domain is another", "seen=1; Domain=example.com", LOOP],
    ["that needs a secure connection by its name", "__Host-seen=1; Path=/", LOOP],
    ["that belongs to no site, without being secure", "seen=1; SameSite=None"],
    [
      "after 100 others",
      `${Array.from({ length: 100 }, (_, at) => `c${at}=1\r\nSet-Cookie: `).join("")}seen=1`,
    ],
  ] as const
).map(([what, cookie, more = { ours: "up" }]) =>
  odd(`a redirect to the same URL with a cookie ${what}`, cookieFrom(`Set-Cookie: ${cookie}\r\n`), more),
);

/** Oddities in redirects. */
export const REDIRECTS = [
  odd("a redirect to the same URL with a cookie", cookieFrom("Set-Cookie: seen=1; Path=/\r\n"), {
    ours: "up",
  }),
  odd("a redirect to the same URL with a cookie without a path", cookieFrom("Set-Cookie: seen=1\r\n"), {
    ours: "up",
  }),
  odd("a redirect to the same URL with an expired cookie", cookieFrom("Set-Cookie: seen=1; Max-Age=0\r\n"), {
    ours: "http_too_many_redirects",
  }),
  ...COOKIES,
  odd(
    "a redirect to itself",
    (request) =>
      `HTTP/1.1 302 Found\r\nLocation: ${/^\w+ (\S+)/.exec(request)?.[1] ?? "/"}\r\nContent-Length: 0\r\n\r\n`,
    { ours: "http_too_many_redirects", hasBody: false },
  ),
  odd("a Location with spaces", redirect("Location: /there is\r\n"), { ours: "up" }),
  odd("a Location with UTF-8", redirect("Location: /there/gr\xc3\xbc\xc3\x9fe\r\n"), { ours: "up" }),
  odd("a Location with Latin-1", redirect("Location: /there/gr\xfc\xdfe\r\n"), { ours: "up" }),
  odd("a Location with a fragment", redirect("Location: /there#part\r\n"), { ours: "up" }),
  odd("a Location that is only a query", redirect("Location: ?there\r\n"), { ours: "up" }),
  odd("a Location with backslashes", redirect("Location: \\there\r\n")),
  odd("a Location of a host after a slash and a backslash", (request) =>
    redirect(`Location: /\\${hostIn(request)}/there\r\n`)(request),
  ),
  odd("a Location of a path after a slash and a backslash", redirect("Location: /\\there\r\n"), {
    ours: "dns_not_found",
  }),
  odd("a Location with a control character before it", redirect("Location: \x01/there\r\n")),
  odd("a Location with a control character inside", redirect("Location: /there/\x1b\r\n")),
  odd("a Location with a NUL before it", redirect("Location: \0/there\r\n"), { ours: "http_bad_redirect" }),
  odd("a Location with a tab inside", redirect("Location: /th\tere\r\n")),
  odd("a Location with a lone CR at its end", redirect("Location: /there\r\r\n")),
  odd("a folded Location", redirect("Location:\r\n /there\r\n")),
  odd(
    "a protocol-relative Location",
    (request) => redirect(`Location: //${hostIn(request)}/there\r\n`)(request),
    { ours: "up" },
  ),
  odd(
    "a Location with one slash after the scheme",
    (request) => redirect(`Location: http:/${hostIn(request)}/there\r\n`)(request),
    { ours: "up" },
  ),
  odd(
    "a Location with the scheme in uppercase",
    (request) => redirect(`Location: HTTP://${hostIn(request)}/there\r\n`)(request),
    { ours: "up" },
  ),
  odd("a Location with a username", (request) =>
    redirect(`Location: http://user:pass@${hostIn(request)}/there\r\n`)(request),
  ),
  odd("a Location with a username that ends with a percent sign", (request) =>
    redirect(`Location: http://user%@${hostIn(request)}/there\r\n`)(request),
  ),
  odd("an empty Location", "HTTP/1.1 302 Found\r\nLocation:\r\nContent-Length: 6\r\n\r\nneedle", {
    ours: "up",
  }),
  odd("a redirect without a Location", "HTTP/1.1 302 Found\r\nContent-Length: 6\r\n\r\nneedle", {
    ours: "up",
  }),
  odd("the same Location twice", redirect("Location: /there\r\nLocation: /there\r\n"), { ours: "up" }),
  odd("two different Locations", redirect("Location: /there\r\nLocation: /there?b\r\n")),
  odd("an empty Location and another", redirect("Location:\r\nLocation: /there\r\n")),
  odd("a Location with a space before the colon", redirect("Location : /there\r\n")),
  odd("300 with a Location", redirect("Location: /there\r\n", 300)),
  odd("305 with a Location", redirect("Location: /there\r\n", 305)),
  odd("399 with a Location", redirect("Location: /there\r\n", 399)),
  odd("304 with a Location", redirect("Location: /there\r\n", 304), { ours: "up", hasBody: false }),
  odd("201 with a Location", `HTTP/1.1 201 Created\r\nLocation: /there\r\n${SIZED}`, { ours: "up" }),
  odd(
    "a redirect with a body that never ends",
    (request) =>
      request.includes("/there")
        ? `${OK}${SIZED}`
        : `HTTP/1.1 302 Found\r\nLocation: /there\r\n\r\n${KEYWORD}`,
    { ours: "up", ending: "stays open" },
  ),
  odd("a redirect to a file", redirect("Location: file:///etc/hostname\r\n"), {
    ours: "http_bad_redirect",
    hasBody: false,
  }),
  odd(
    "six redirects in a row",
    (request) => {
      const hop = Number(/^\w+ \/(\d*)/.exec(request)?.[1] ?? 0);
      return hop === 6
        ? `${OK}${SIZED}`
        : `HTTP/1.1 302 Found\r\nLocation: /${hop + 1}\r\nContent-Length: 0\r\n\r\n`;
    },
    { ours: "http_too_many_redirects", why: "the API documents at most five redirects" },
  ),
  odd(
    "a redirect shorter than its length",
    (request) =>
      request.includes("/there")
        ? `${OK}${SIZED}`
        : `HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 9\r\n\r\nx`,
    { ours: "up" },
  ),
  odd("a 307 after a POST", (request) => redirect("Location: /there\r\n", 307)(request), {
    ours: "up",
    method: "POST",
  }),
  odd("a 308 after a POST", (request) => redirect("Location: /there\r\n", 308)(request), {
    ours: "up",
    method: "POST",
  }),
];
