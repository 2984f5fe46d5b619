import { AccountCard } from "@/components/accounts/account-card";
import { NotificationsCard } from "@/components/accounts/notifications-card";
import { ThemeCard } from "@/components/accounts/theme-card";
import { settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import { Seed, want } from "@/lib/http/loaders/seed";

export const metadata = { title: "Your account" };

export default function AccountPage() {
  return (
    <Seed wants={[want(routes.getAccount), want(routes.listPushDevices, settingsReads.pushDevices)]}>
      <div className="space-y-4">
        <AccountCard />
        <ThemeCard />
        {/* Last, because only the browser knows how tall it is. */}
        <NotificationsCard />
      </div>
    </Seed>
  );
}
