import type { ReactNode } from "react";
import { SettingsHead, SettingsTabs } from "@/components/accounts/settings-tabs";
import { loadViewer } from "@/lib/http/loaders/viewer";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { user } = await loadViewer();
  return (
    <>
      <SettingsHead />
      <div className="lg:flex lg:items-start lg:gap-8">
        <SettingsTabs isAdmin={user.role !== "member"} />
        <div className="min-w-0 flex-1">{children}</div>
      </div>
    </>
  );
}
