import type { ReactNode } from "react";
import { ProtocolsProvider } from "@/components/shell/protocols";
import { Providers } from "@/components/shell/providers";
import { Shell } from "@/components/shell/shell";
import { loadViewer } from "@/lib/http/loaders/viewer";
import { protocolWords } from "@/lib/presenters/monitors/protocol-forms";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const viewer = await loadViewer();
  return (
    <Providers>
      <ProtocolsProvider protocols={protocolWords()}>
        <Shell viewer={viewer}>{children}</Shell>
      </ProtocolsProvider>
    </Providers>
  );
}
