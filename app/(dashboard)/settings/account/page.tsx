import { PasswordCard } from "@/components/settings/password-card";
import { ThemeCard } from "@/components/settings/theme-card";
import { Card } from "@/components/ui/card";
import { loadViewer } from "@/lib/queries/viewer";

export const metadata = { title: "Your account" };

export default async function AccountPage() {
  const { user } = await loadViewer();
  return (
    <div className="max-w-xl space-y-4">
      <Card title={user.name}>
        <p className="text-muted">
          {user.email} · <span className="capitalize">{user.role}</span>
        </p>
      </Card>
      <ThemeCard />
      <PasswordCard />
    </div>
  );
}
