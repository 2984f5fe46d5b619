import * as z from "zod";
import { text } from "@/lib/contract/core/fields";
import { protocolContract } from "./protocol";
import { exchangeErrors, serverControls, serverFields, serverPlace } from "./server";

/** The request of a gRPC monitor. */
export const GrpcRequest = z.object({
  ...serverFields,
  service: text(1, 255)
    .nullable()
    .meta({
      title: "Service",
      description: "Service to ask about. Leave empty to ask about the whole server.",
      examples: ["shop.Orders"],
    })
    .default(null),
});
export type GrpcRequest = z.infer<typeof GrpcRequest>;

export const grpc = protocolContract({
  label: "gRPC health",
  request: GrpcRequest,
  fields: {
    ...serverControls,
    host: { placeholder: "api.example.com" },
    service: { placeholder: "shop.Orders" },
  },
  ...serverPlace,
  errors: exchangeErrors("grpc"),
  failure: "The gRPC server did not report that it is serving.",
});
