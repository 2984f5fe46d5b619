import type { ReactNode } from "react";
import type { SubscriptionChannel } from "@/lib/contract/status-pages/fields";
import { directionOf, LANGUAGES } from "@/lib/contract/status-pages/languages";
import { wordsOf } from "@/lib/status-page/languages/registry";
import type { PageSettings } from "@/lib/status-page/model/model";
import { Brand, Favicons } from "./images";
import { Subscribe } from "./subscribe";

const FEEDS: Partial<Record<SubscriptionChannel, { type: string; path: string; title: string }>> = {
  rss: { type: "application/rss+xml", path: "/history.rss", title: "RSS" },
  atom: { type: "application/atom+xml", path: "/history.atom", title: "Atom" },
  json: { type: "application/feed+json", path: "/history.json", title: "JSON Feed" },
};

export interface DocumentProps {
  readonly settings: PageSettings;
  readonly title: string;
  /** Path of this document below the page, for the canonical link: "", "/history" … */
  readonly path: string;
  readonly description: string;
  readonly children: ReactNode;
}

/** The frame of every public document, to be styled. No scripts, nothing from other origins. */
export function PageDocument({ settings, title, path, description, children }: DocumentProps) {
  const { base, url, language } = settings;
  return (
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        {!settings.indexed && <meta name="robots" content="noindex" />}
        <link rel="canonical" href={`${url}${path}`} />
        <Favicons settings={settings} />
        <meta property="og:title" content={title} />
        {!settings.isPrivate && <meta property="og:image" content={`${settings.rootUrl}/opengraph-image`} />}
        {settings.channels.map((channel) => {
          const feed = FEEDS[channel];
          return (
            feed && (
              <link
                key={channel}
                rel="alternate"
                type={feed.type}
                title={feed.title}
                href={`${base}${feed.path}`}
              />
            )
          );
        })}
        <style />
      </head>
      <body>
        <a className="k" href="#main">
          {wordsOf(settings).frame.skip}
        </a>
        <div className="w">
          <header className="top">
            <Brand settings={settings} />
            <Subscribe settings={settings} />
          </header>
          <main id="main">{children}</main>
          <Footer settings={settings} />
        </div>
      </body>
    </html>
  );
}

function Footer({ settings }: { settings: PageSettings }) {
  const { base } = settings;
  const { frame, labeled } = wordsOf(settings);
  return (
    <footer className="m">
      <a href={`${base}/`}>{frame.currentStatus}</a>
      <a href={`${base}/history`}>{frame.history}</a>
      <a href={settings.websiteUrl} rel="noopener">
        {settings.name}
      </a>
      <a href={`${base}/time-zone`}>{frame.zone(settings.timeZone)}</a>
      <a href={`${base}/languages`}>{labeled(frame.language, LANGUAGES[settings.language].name)}</a>
      {settings.colorScheme === "all" && (
        <a href={`${base}/theme`}>{labeled(frame.theme, frame.themes.all)}</a>
      )}
    </footer>
  );
}
