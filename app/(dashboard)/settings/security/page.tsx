import { SessionsCard } from "@/components/security/sessions-card";
import { TwoFactorCard } from "@/components/security/two-factor-card";
import { PasswordCard } from "@/components/settings/password-card";
import { routes } from "@/lib/client/routes";
import { settingsReads } from "@/lib/client/settings-reads";
import { Seed, want } from "@/lib/queries/seed";

export const metadata = { title: "Security" };

export default function SecurityPage() {
  return (
    <Seed wants={[want(routes.getTwoFactor), want(routes.listOwnSessions, settingsReads.sessions)]}>
      <div className="max-w-2xl space-y-4">
        <TwoFactorCard />
        <SessionsCard />
        <PasswordCard />
      </div>
    </Seed>
  );
}
