import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { fieldErrors, useRejectedFocus } from "@/components/forms/use-save";
import { useToast } from "@/components/ui/overlays/toast";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";
import type { CreatedInvitation, CreateInvitation } from "@/lib/contract/accounts/invitations";
import { ApiError } from "@/lib/contract/core/errors";

interface Invites {
  readonly emails: readonly string[];
  readonly body: Omit<CreateInvitation, "email">;
}

/** Invites several people one by one. A retry after a failure keeps the invitations that exist, whose links are shown only once. */
export function useInvites() {
  const cache = useQueryClient();
  const toast = useToast();
  const made = useRef(new Map<string, CreatedInvitation>());
  const mutation = useMutation({
    mutationFn: async ({ emails, body }: Invites) => {
      // Without an address, the server says what's missing.
      const wanted = emails.length > 0 ? [...new Set(emails)] : [""];
      for (const email of wanted) {
        if (made.current.has(email)) continue;
        made.current.set(email, await request(routes.createInvitation, { body: { ...body, email } }));
      }
      return [...made.current.values()];
    },
    onError: (error) => {
      if (error instanceof ApiError && (error.status === 422 || error.status === 401)) return;
      toast(error.message, { tone: "failed" });
    },
    onSettled: () => cache.invalidateQueries(),
  });
  useRejectedFocus(mutation.error);
  return { ...mutation, errors: fieldErrors(mutation.error) };
}
