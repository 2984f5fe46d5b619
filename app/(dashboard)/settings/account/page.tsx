import { AccountCard } from "@/components/accounts/account-card";
import { NotificationsCard } from "@/components/accounts/notifications-card";
import { ThemeCard } from "@/components/accounts/theme-card";
import { settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import { Prefetched, prefetch } from "@/lib/http/loaders/prefetch";

export const metadata = { title: "Your account" };

export default function AccountPage() {
  return (
    <Prefetched
      reads={[prefetch(routes.getAccount), prefetch(routes.listPushDevices, settingsReads.pushDevices)]}
    >
      <div className="space-y-4">
        <AccountCard />
        <ThemeCard />
        {/* Last, because only the browser knows how tall it is. */}
        <NotificationsCard />
      </div>
    </Prefetched>
  );
}
