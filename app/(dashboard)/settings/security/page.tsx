import { PasswordCard } from "@/components/accounts/password-card";
import { SessionsCard } from "@/components/accounts/sessions-card";
import { TwoFactorCard } from "@/components/accounts/two-factor-card";
import { settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import { Seed, want, wantAll } from "@/lib/http/loaders/seed";

export const metadata = { title: "Security" };

export default function SecurityPage() {
  return (
    <Seed wants={[want(routes.getTwoFactor), wantAll(routes.listOwnSessions, settingsReads.sessions)]}>
      <div className="space-y-4">
        <TwoFactorCard />
        <SessionsCard />
        <PasswordCard />
      </div>
    </Seed>
  );
}
