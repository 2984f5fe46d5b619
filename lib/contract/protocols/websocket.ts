import * as z from "zod";
import { text } from "@/lib/contract/core/fields";
import { must } from "@/lib/contract/core/wording";
import { RequestHeader } from "./header";
import { HttpUrl, placeOfUrl } from "./http-url";
import { protocolContract } from "./protocol";
import { exchangeErrors, serverFields } from "./server";

const toHttp = (url: string) => url.replace(/^ws/i, "http");

/** The request of a WebSocket monitor. */
export const WebsocketRequest = z.object({
  url: z
    .string()
    .min(1)
    .max(255)
    .refine(
      (url) => /^wss?:/i.test(url) && HttpUrl.safeParse(toHttp(url)).success,
      must(
        "start with ws:// or wss:// and include a host, such as wss://chat.example.com/socket, without credentials",
      ),
    )
    .meta({
      title: "URL",
      description: "URL to connect to: ws or wss, at most 255 characters, without credentials.",
      examples: ["wss://chat.example.com/socket"],
    }),
  message: text(1, 1000)
    .nullable()
    .meta({
      title: "Message",
      description: "Text to send after connecting. The check then waits for a message.",
      examples: [null],
    })
    .default(null),
  expected: text(1, 255)
    .nullable()
    .meta({
      title: "Expected message",
      description: "Text that a message from the server must contain. Others are ignored.",
      examples: [null],
    })
    .default(null),
  headers: z
    .array(RequestHeader)
    .max(10)
    .nullable()
    .meta({
      title: "Headers",
      description: "At most 10 headers of the request that opens the connection.",
      examples: [[{ name: "Origin", value: "https://chat.example.com" }]],
    })
    .default(null),
  tls_skip_verify: serverFields.tls_skip_verify,
});
export type WebsocketRequest = z.infer<typeof WebsocketRequest>;

export const websocket = protocolContract({
  label: "WebSocket",
  request: WebsocketRequest,
  fields: {
    url: { placeholder: "wss://chat.example.com/socket" },
    message: { advanced: true, secret: true },
    expected: { advanced: true },
    headers: { advanced: true, secret: true, placeholder: "Origin" },
    tls_skip_verify: { advanced: true },
  },
  target: "{url}",
  place: ({ url }: WebsocketRequest) => placeOfUrl(toHttp(url)),
  errors: exchangeErrors("websocket"),
  failure: "The server did not open a WebSocket, or did not send the expected message.",
});
