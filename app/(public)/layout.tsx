import type { ReactNode } from "react";
import { Providers } from "@/components/shell/providers";
import { Mark } from "@/components/ui/logo";

/** Pages for people who are not signed in: one column, one thing to do. */
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
