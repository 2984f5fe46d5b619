import type { ReactNode } from "react";
import { directionOf, type PageLanguage } from "@/lib/contract/status-pages/languages";
import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import { toMarkup } from "./markup";
import { type StylePart, styled } from "./style";

/** Settings of neutral documents. The font of pages would be an address that answers differently from those that are private. */
const NEUTRAL = { theme: { ...DEFAULT_THEME, font: "system" }, colorScheme: "all", timeframe: 90 } as const;

/** Returns a renderer of neutral, unindexed documents: no title, name, color, or logo of the page behind them. */
export function plainDocuments(
  part: StylePart,
): (language: PageLanguage, title: string, body: ReactNode) => string {
  return (language, title, body) => {
    const markup = toMarkup(
      <html lang={language} dir={directionOf(language)}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width,initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>{title}</title>
          <style />
        </head>
        <body>
          <main className="w">{body}</main>
        </body>
      </html>,
    );
    return `<!DOCTYPE html>${styled(markup, { ...NEUTRAL, language }, part)}`;
  };
}
