import type { MetadataRoute } from "next";

/** Lets phones and desktops install the dashboard as an app. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    name: "Vedette",
    short_name: "Vedette",
    start_url: "/",
    display: "standalone",
    background_color: "#fafaf8",
    theme_color: "#fafaf8",
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/apple-icon.png", sizes: "512x512", type: "image/png" },
      { src: "/apple-icon.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      { name: "Incidents", url: "/incidents" },
      { name: "Create monitor", url: "/monitors/new" },
    ],
  };
}
