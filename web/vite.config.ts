import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// While one works on the page: `npm run dev` shows it as it is written, on top of a `reverie serve` on this machine.
const SERVER = "http://127.0.0.1:8765";

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: "../src/reverie/server/built",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the server's content policy allows nothing inline
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/v1": { target: SERVER, ws: true } } },
});
