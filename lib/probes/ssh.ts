import type { SshRequest } from "@/lib/contract/protocols/ssh";
import { storableText } from "@/lib/shared/storable-text";
import { talking } from "./conversation";

/** Lines that a server may send before it identifies itself, as many as OpenSSH accepts. */
const LINES_MAX = 1024;
const BANNER_CHARS_MAX = 255;

/** Checks that an SSH server identifies itself with a version that clients accept (RFC 4253 §4.2, §5.1). */
export const probeSsh = talking<SshRequest>("ssh", async (talk) => {
  talk.write("SSH-2.0-Vedette\r\n");
  let line = await talk.line();
  for (let at = 1; !line.startsWith("SSH-") && at < LINES_MAX; at += 1) line = await talk.line();
  if (!/^SSH-(?:2\.\d{1,9}|1\.99)-./.test(line)) throw talk.malformed(line, "an SSH server");
  talk.finding.details = { banner: [storableText(line, BANNER_CHARS_MAX)] };
});
