import * as z from "zod";
import { text } from "@/lib/contract/core/fields";
import { protocolContract } from "./protocol";
import { serverControls, serverFields, serverPlace } from "./server";

const HEX = /^(?:[0-9a-f]{2}\s*)+$/i;

/** The request of a UDP monitor. */
export const UdpRequest = z
  .object({
    host: serverFields.host,
    port: serverFields.port,
    format: z
      .enum(["text", "hex"])
      .meta({
        title: "Format",
        description: "How the message and the expected reply are written.",
        examples: ["hex"],
      })
      .default("text"),
    payload: text(1, 1000).meta({
      title: "Message",
      description: "Sent in one packet, and again each second until a reply arrives.",
      examples: ["ping"],
    }),
    expected: text(1, 255)
      .nullable()
      .meta({
        title: "Expected reply",
        description: "Text that the reply must contain. Leave empty to accept any reply.",
        examples: ["pong"],
      })
      .default(null),
  })
  .superRefine(({ format, ...request }, context) => {
    if (format !== "hex") return;
    for (const field of ["payload", "expected"] as const)
      if (request[field] !== null && !HEX.test(request[field]))
        context.addIssue({
          code: "custom",
          path: [field],
          message: `request.${field} must be pairs of hexadecimal digits, such as 0d 0a.`,
        });
  });
export type UdpRequest = z.infer<typeof UdpRequest>;

export const udp = protocolContract({
  label: "UDP",
  request: UdpRequest,
  fields: {
    host: { placeholder: "game.example.com" },
    port: serverControls.port,
    payload: { placeholder: "ping" },
    expected: { placeholder: "pong" },
    format: { advanced: true, choices: { text: "Text", hex: "Hexadecimal" } },
  },
  ...serverPlace,
  errors: { udp_timeout: "network" },
  failure: "The server did not reply.",
});
