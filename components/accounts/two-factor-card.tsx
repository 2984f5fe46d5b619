"use client";
import { useQuery } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { Dialog } from "@/components/ui/overlays/dialog";
import { Time } from "@/components/ui/time/time";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { TwoFactor } from "@/lib/contract/accounts/two-factor";
import { counted } from "@/lib/presenters/core/format";
import { RenewCodes, TurnOff } from "./two-factor-forms";
import { TwoFactorSetup } from "./two-factor-setup";

type Step = "setup" | "renew" | "off";

const TITLES: Record<Step, string> = {
  setup: "Turn on two-factor sign-in",
  renew: "Generate new recovery codes",
  off: "Turn off two-factor sign-in",
};
const FEW_CODES = 3;

export function TwoFactorCard() {
  const { data } = useQuery(query(routes.getTwoFactor));
  const [step, setStep] = useState<Step | null>(null);
  const close = () => setStep(null);
  if (!data) return null;
  return (
    <Card title="Two-factor sign-in">
      {data.enabled ? <On state={data} onStep={setStep} /> : <Off onStep={setStep} />}
      <Dialog open={step !== null} onClose={close} title={step ? TITLES[step] : ""}>
        {step === "setup" && <TwoFactorSetup onClose={close} />}
        {step === "renew" && <RenewCodes onClose={close} />}
        {step === "off" && <TurnOff onClose={close} />}
      </Dialog>
    </Card>
  );
}

function Off({ onStep }: { onStep: (step: Step) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <p className="flex min-w-60 flex-1 items-start gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
        <ShieldAlert className="text-warn" />
        <span>
          Off. <span className="text-muted">Anyone with your password can sign in as you.</span>
        </span>
      </p>
      <Button variant="primary" onClick={() => onStep("setup")}>
        Turn on
      </Button>
    </div>
  );
}

function On({ state, onStep }: { state: TwoFactor; onStep: (step: Step) => void }) {
  const left = state.recovery_codes_left;
  return (
    <div className="space-y-4">
      <p className="flex items-start gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
        <ShieldCheck className="text-up" />
        <span>
          On
          {state.enabled_at && (
            <span className="text-muted">
              {" "}
              since <Time at={state.enabled_at} as="date" />
            </span>
          )}
          <span className="text-muted"> · {counted(left, "recovery code")} left</span>
        </span>
      </p>
      {left <= FEW_CODES && (
        <Notice tone="warn">
          {left === 0
            ? "You have no recovery codes left. Without your phone, you can't sign in. Generate new codes."
            : "You're running low on recovery codes. Generate new ones before you need them."}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onStep("renew")}>Generate new codes</Button>
        <Button onClick={() => onStep("off")}>Turn off</Button>
      </div>
    </div>
  );
}
