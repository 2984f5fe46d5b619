import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { ViewerZone } from "@/components/ui/time/viewer-zone";
import { THEME_COOKIE } from "@/lib/client/view-cookies";
import { loadLocale, loadZone } from "@/lib/http/loaders/zone";
import { archivo, geistMono, geistSans } from "./fonts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Vedette", template: "%s · Vedette" },
  robots: { index: false, follow: false },
};
export const viewport: Viewport = {
  themeColor: "#12151c",
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = (await cookies()).get(THEME_COOKIE)?.value;
  return (
    <html
      lang="en"
      className={`${geistSans.variable} ${geistMono.variable} ${archivo.variable}`}
      data-theme={theme === "light" || theme === "dark" ? theme : undefined}
    >
      <body>
        <ViewerZone zone={await loadZone()} locale={await loadLocale()}>
          {children}
        </ViewerZone>
      </body>
    </html>
  );
}
