import { useRef } from "react";
import { useSaveAll } from "@/components/forms/use-save";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";
import type { CreatedInvitation, CreateInvitation } from "@/lib/contract/accounts/invitations";

interface Invites {
  readonly emails: readonly string[];
  readonly body: Omit<CreateInvitation, "email">;
}

/** Invites several people one by one. A retry after a failure keeps the invitations that exist, whose links are shown only once. */
export function useInvites() {
  const made = useRef(new Map<string, CreatedInvitation>());
  return useSaveAll(async ({ emails, body }: Invites) => {
    // Without an address, the server says what's missing.
    const wanted = emails.length > 0 ? [...new Set(emails)] : [""];
    for (const email of wanted) {
      if (made.current.has(email)) continue;
      made.current.set(email, await request(routes.createInvitation, { body: { ...body, email } }));
    }
    return [...made.current.values()];
  });
}
