import { PasswordCard } from "@/components/accounts/password-card";
import { SessionsCard } from "@/components/accounts/sessions-card";
import { TwoFactorCard } from "@/components/accounts/two-factor-card";
import { routes } from "@/lib/client/routes";
import { Prefetched, prefetch, prefetchAll } from "@/lib/http/loaders/prefetch";

export const metadata = { title: "Security" };

export default function SecurityPage() {
  return (
    <Prefetched reads={[prefetch(routes.getTwoFactor), prefetchAll(routes.listOwnSessions)]}>
      <div className="space-y-4">
        <TwoFactorCard />
        <SessionsCard />
        <PasswordCard />
      </div>
    </Prefetched>
  );
}
