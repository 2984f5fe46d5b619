import { AccountCard } from "@/components/settings/account-card";
import { ThemeCard } from "@/components/settings/theme-card";
import { routes } from "@/lib/client/routes";
import { Seed, want } from "@/lib/queries/seed";

export const metadata = { title: "Your account" };

export default function AccountPage() {
  return (
    <Seed wants={[want(routes.getAccount)]}>
      <div className="max-w-xl space-y-4">
        <AccountCard />
        <ThemeCard />
      </div>
    </Seed>
  );
}
