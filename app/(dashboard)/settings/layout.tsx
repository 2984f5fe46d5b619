import type { ReactNode } from "react";
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { PageHeader } from "@/components/ui/page-header";
import { loadViewer } from "@/lib/queries/viewer";

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
