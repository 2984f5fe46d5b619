import type { ReactNode } from "react";
import { Providers } from "@/components/shell/providers";
import { Shell } from "@/components/shell/shell";
import { loadViewer } from "@/lib/http/loaders/viewer";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const viewer = await loadViewer();
  return (
    <Providers>
      <Shell viewer={viewer}>{children}</Shell>
    </Providers>
  );
}
