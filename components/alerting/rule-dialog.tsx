"use client";
import { lazyPart } from "@/components/ui/lazy-part";
import { Dialog } from "@/components/ui/overlays/dialog";
import type { RuleProps } from "./rule-form";

const RuleForm = lazyPart(async () => (await import("./rule-form")).RuleForm);

export function RuleDialog({ open, ...rest }: RuleProps & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onClose={rest.onClose}
      title={rest.rule ? "Edit alert rule" : "Create alert rule"}
      wide
    >
      <RuleForm {...rest} />
    </Dialog>
  );
}
