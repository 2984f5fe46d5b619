"use client";
import { lazyPart } from "@/components/ui/lazy-part";
import { Dialog } from "@/components/ui/overlays/dialog";
import type { Integration } from "@/lib/contract/alerting/integrations";

const IntegrationForm = lazyPart(async () => (await import("./integration-form")).IntegrationForm);
const SecretReplacement = lazyPart(async () => (await import("./secret-replacement")).SecretReplacement);

export function IntegrationDialog({
  open,
  onClose,
  integration,
  previousSecretUntil = null,
  signs = false,
}: {
  open: boolean;
  onClose: () => void;
  integration?: Integration;
  /** Until when the previous signing secret stays valid; null if there is only one. */
  previousSecretUntil?: string | null;
  /** Whether a secret signs its requests. */
  signs?: boolean;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={integration ? `Edit ${integration.name}` : "Add integration"}
    >
      <IntegrationForm onClose={onClose} integration={integration} />
      {integration && signs && <SecretReplacement integration={integration} until={previousSecretUntil} />}
    </Dialog>
  );
}
