import type { ReactNode } from "react";
import { ProtocolsProvider } from "@/components/page/protocols";
import { Providers } from "@/components/shell/providers";
import { Shell } from "@/components/shell/shell";
import { loadTroubles } from "@/lib/http/loaders/troubles";
import { loadViewer } from "@/lib/http/loaders/viewer";
import { protocolWords } from "@/lib/presenters/monitors/protocol-forms";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const [viewer, troubles] = await Promise.all([loadViewer(), loadTroubles()]);
  return (
    <Providers>
      <ProtocolsProvider protocols={protocolWords()}>
        <Shell viewer={viewer} troubles={troubles}>
          {children}
        </Shell>
      </ProtocolsProvider>
    </Providers>
  );
}
