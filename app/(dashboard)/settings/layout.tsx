import type { ReactNode } from "react";
import { SettingsTabs } from "@/components/accounts/settings-tabs";
import { PageHeader } from "@/components/ui/page-header";
import { loadViewer } from "@/lib/http/loaders/viewer";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { user } = await loadViewer();
  return (
    <>
      <PageHeader title="Settings" />
      <SettingsTabs isAdmin={user.role !== "member"} />
      {children}
    </>
  );
}
