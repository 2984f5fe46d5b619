import localFont from "next/font/local";

// A font that arrives after the first paint is used from the next page load on, because swapping it moves what is being read.
export const geistSans = localFont({
  src: "../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2",
  variable: "--font-geist-sans",
  display: "optional",
  weight: "100 900",
});

export const geistMono = localFont({
  src: "../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-geist-mono",
  display: "optional",
  weight: "100 900",
  adjustFontFallback: false,
});
