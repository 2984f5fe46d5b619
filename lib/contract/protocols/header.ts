import * as z from "zod";
import { must } from "@/lib/contract/core/wording";

const FRAMING =
  /^(?:(?:content-length|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer|proxy-connection|host|user-agent)$)/i;

/** A request header. Rejects names that break message framing and names that have a field of their own. */
export const RequestHeader = z.object({
  name: z
    .string()
    .min(1)
    .max(50)
    .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, must("contain only letters, digits, and !#$%&'*+-.^_`|~"))
    .refine(
      (name) => !FRAMING.test(name),
      must(
        "not be Host, User-Agent, or a header that frames the message (Content-Length, Transfer-Encoding, Connection, Keep-Alive, Upgrade, Expect, TE, Trailer, Proxy-Connection); the checker sets those",
      ),
    )
    .meta({ title: "Name", description: "Header name, at most 50 characters.", examples: ["Accept"] }),
  value: z
    .string()
    .max(1024)
    .regex(/^[\t\x20-\x7e\xa0-\xff]*$/, must("contain only printable Latin-1 characters and no line breaks"))
    .meta({
      title: "Value",
      description: "At most 1,024 characters, sent verbatim.",
      examples: ["text/html"],
    }),
});
export type RequestHeader = z.infer<typeof RequestHeader>;
