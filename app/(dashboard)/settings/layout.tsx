import type { ReactNode } from "react";
import { SettingsTabs } from "@/components/accounts/settings-tabs";
import { PageHeader } from "@/components/ui/page-header";
import { loadViewer } from "@/lib/http/loaders/viewer";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { user } = await loadViewer();
  return (
    <>
      <PageHeader title="Settings" />
      <div className="lg:flex lg:items-start lg:gap-8">
        <SettingsTabs isAdmin={user.role !== "member"} />
        <div className="min-w-0 flex-1">{children}</div>
      </div>
    </>
  );
}
