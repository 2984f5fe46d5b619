import * as z from "zod";

const FRAMING =
  /^(?:(?:content-length|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer|host|user-agent)$|proxy-)/i;

/** A request header. Names that break framing, and those with a field of their own, are refused (T12). */
export const RequestHeader = z.object({
  name: z
    .string()
    .min(1)
    .max(50)
    .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, "A header name holds letters, digits and !#$%&'*+-.^_`|~ only.")
    .refine((name) => !FRAMING.test(name), {
      message:
        "This header can't be set here: Host, User-Agent and headers that frame the message (Content-Length, Transfer-Encoding, Connection, Keep-Alive, Upgrade, Expect, TE, Trailer, Proxy-*) belong to the checker.",
    })
    .meta({ title: "Name", description: "Name of the header, at most 50 characters.", examples: ["Accept"] }),
  value: z
    .string()
    .max(1024)
    .regex(/^[\t\x20-\x7e\xa0-\xff]*$/, "A header value holds printable Latin-1 characters, no line breaks.")
    .meta({
      title: "Value",
      description: "At most 1024 characters, sent as given.",
      examples: ["text/html"],
    }),
});
export type RequestHeader = z.infer<typeof RequestHeader>;
