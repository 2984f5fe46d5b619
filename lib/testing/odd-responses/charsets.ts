import { gzipSync } from "node:zlib";
import { OK, odd } from "./odd-response";

const GERMAN = "größe";
const RUSSIAN = "Новости сегодня и погода в Москве";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf16 = (text: string) => Buffer.from(text, "utf16le");
/** Encodes as windows-1251, which has the Cyrillic letters in the order of Unicode. */
const cyrillic = (text: string) =>
  Buffer.from(
    text.replace(/[А-я]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0x350)),
    "latin1",
  );

const page = (name: string, type: string, text: Buffer | string, ours = "up", keyword = GERMAN) => {
  const body = Buffer.from(text);
  const head = `${OK}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return odd(name, [head, body], { ours, keyword });
};
const russian = (name: string, html: string, type = "text/html", ours = "up") =>
  page(name, type, cyrillic(`${html}${RUSSIAN}`), ours, RUSSIAN);
const XML = '<?xml version="1.0" encoding="windows-1251"?>';
const META = '<meta charset="windows-1251">';

/** Oddities in how a text is encoded. */
export const CHARSETS = [
  page("UTF-8 declared as Latin-1", "text/html; charset=iso-8859-1", GERMAN, "warning"),
  page("UTF-8 declared as Latin-1 by the page", "text/html", `<meta charset="latin1">${GERMAN}`, "warning"),
  page("Latin-1 declared as UTF-8", "text/html; charset=utf-8", latin1(GERMAN), "assertion_failed"),
  page(
    "Latin-1 declared as UTF-16 by the page",
    "text/html",
    latin1(`<meta charset="utf-16">${GERMAN}`),
    "assertion_failed",
  ),
  page("Latin-1 without a declaration", "text/html", latin1(GERMAN)),
  russian("windows-1251 without a declaration", "<html>", "text/html", "warning"),
  russian("windows-1251 declared by the page", META),
  russian(
    "a charset declared as `http-equiv`",
    '<meta content="text/html;charset=cp1251" http-equiv=content-type>',
  ),
  russian("a charset in the description of a page", `<meta name="x" content="charset=koi8-r">${META}`),
  russian("a charset in a comment", `<!-- <meta charset="koi8-r"> -->${META}`),
  russian("a charset in a script", `<script>'<meta charset="koi8-r">'</script>${META}`),
  russian("a charset after 5,000 bytes", `<html><head>${'<link rel="x" href="y">'.repeat(200)}${META}`),
  russian("an unknown charset before a known one", `<meta charset="nonsense">${META}`),
  russian("an unknown charset in the headers, and a known one in the page", META, "text/html; charset=none"),
  odd(
    "two Content-Types with different charsets",
    [
      `${OK}Content-Type: text/html; charset=utf-8\r\nContent-Type: text/html; charset=windows-1251\r\n\r\n`,
      cyrillic(RUSSIAN),
    ],
    { ours: "up", keyword: RUSSIAN },
  ),
  page("XML that declares its encoding", "text/xml", cyrillic(`${XML}<a>${RUSSIAN}</a>`), "up", RUSSIAN),
  russian("XML sent as plain text", XML, "text/plain"),
  page(
    "UTF-16 with a byte order mark, declared as UTF-8",
    "text/html; charset=utf-8",
    utf16(`\ufeff${GERMAN}`),
  ),
  page("big-endian UTF-16 with a byte order mark", "text/html", utf16(`\ufeff${GERMAN}`).swap16()),
  page("UTF-16 without a byte order mark", "text/html", utf16(`<html>${GERMAN}`)),
  page("UTF-8 with a byte order mark, declared as Latin-1", "text/html; charset=latin1", `\ufeff${GERMAN}`),
  odd(
    "compressed UTF-16",
    [`${OK}Content-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n`, gzipSync(utf16(`\ufeff${GERMAN}`))],
    { ours: "up", keyword: GERMAN },
  ),
];
