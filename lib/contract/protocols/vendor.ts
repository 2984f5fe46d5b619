import * as z from "zod";
import { text } from "@/lib/contract/core/fields";
import { HttpUrl, placeOfUrl } from "./http-url";
import { protocolContract } from "./protocol";

const PAGE = "https://www.githubstatus.com";

/** The request of a monitor that reads the public status page of a vendor. */
export const VendorRequest = z.object({
  url: HttpUrl.meta({
    title: "Status page",
    description: "URL of the vendor's status page, or of its RSS or Atom feed.",
    examples: [PAGE],
  }),
  component: text(1, 255)
    .nullable()
    .meta({
      title: "Component",
      description: "Name or ID of one component. Without one, every component counts.",
      examples: ["Git Operations"],
    })
    .default(null),
});
export type VendorRequest = z.infer<typeof VendorRequest>;

export const vendor = protocolContract({
  label: "Vendor's status page",
  request: VendorRequest,
  fields: { url: { placeholder: PAGE }, component: { placeholder: "Git Operations" } },
  target: "{url}",
  // What is down is the vendor, not the page.
  place: ({ url }: VendorRequest) => ({ ...placeOfUrl(url), isRelay: true as const }),
  errors: { vendor_outage: "target" },
  failure: "The vendor reports an outage.",
  details: { vendor_state: "The vendor says" },
});
