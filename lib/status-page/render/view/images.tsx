import type { FileKind, PageSettings } from "@/lib/status-page/model/model";

type Kind = "logo" | "favicon";

interface SchemeImage {
  readonly scheme: "light" | "dark";
  readonly href: string;
}

/** Returns the page's logos or favicons by color scheme. A single image serves both schemes. Without any, the list is empty. */
function imagesOf({ root, files }: Pick<PageSettings, "root" | "files">, kind: Kind): SchemeImage[] {
  return (["light", "dark"] as const).flatMap((scheme) => {
    const name: FileKind = `${kind}_${scheme}`;
    const tag = files[name];
    return tag ? [{ scheme, href: `${root}/files/${name}?v=${tag.slice(0, 12)}` }] : [];
  });
}

export function favicons(settings: Pick<PageSettings, "root" | "files">): SchemeImage[] {
  return imagesOf(settings, "favicon");
}

/** Links the uploaded favicons, or the one that shows the state. */
export function Favicons({ settings }: { settings: PageSettings }) {
  const [first, second] = favicons(settings);
  if (!first) return <link rel="icon" href={`${settings.root}/favicon`} />;
  if (!second) return <link rel="icon" href={first.href} />;
  return [first, second].map(({ scheme, href }) => (
    <link key={scheme} rel="icon" href={href} media={`(prefers-color-scheme:${scheme})`} />
  ));
}

/** Shows the logo of the visitor's color scheme, or the page's title without one. */
export function Brand({ settings }: { settings: PageSettings }) {
  const { base, name, title } = settings;
  const [light, dark] = imagesOf(settings, "logo");
  return (
    <a className="brand" href={`${base}/`}>
      {!light && title}
      {light && !dark && <img src={light.href} alt={name} />}
      {light && dark && (
        <>
          <img className="lt" src={light.href} alt={name} />
          <img className="dk" src={dark.href} alt={name} />
        </>
      )}
    </a>
  );
}
