import type { ReactNode } from "react";
import { Providers } from "@/components/shell/providers";
import { Mark } from "@/components/ui/logo";

/** Lays out pages for signed-out visitors in one column. */
export default function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center px-5 py-12">
        <div className="mb-6">
          <Mark size={40} />
        </div>
        {children}
      </main>
    </Providers>
  );
}
