import localFont from "next/font/local";

// A font that arrives after the first paint is used from the next page load on, because swapping it moves what is being read.
export const geistSans = localFont({
  src: "../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2",
  variable: "--font-geist-sans",
  display: "optional",
  weight: "100 900",
});

// Archivo at width 108 and weights 500 to 700, Latin only: 25 KB instead of 90.
export const archivo = localFont({
  src: "../public/fonts/archivo.woff2",
  variable: "--font-archivo",
  display: "optional",
  weight: "500 700",
});

export const geistMono = localFont({
  src: "../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-geist-mono",
  display: "optional",
  weight: "100 900",
  adjustFontFallback: false,
});
