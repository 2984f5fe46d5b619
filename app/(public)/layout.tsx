import type { ReactNode } from "react";
import { Providers } from "@/components/shell/providers";
import { Mark } from "@/components/ui/logo";

/** Lays out pages for signed-out visitors in one column, under the same dark head as every other page. */
export default function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <div className="isolate min-h-dvh overflow-clip">
        <main className="mx-auto max-w-sm px-5 pt-[clamp(2rem,16vh,10rem)] pb-12">
          <div className="frame-head mb-5">
            <Mark size={40} />
          </div>
          {children}
        </main>
      </div>
    </Providers>
  );
}
