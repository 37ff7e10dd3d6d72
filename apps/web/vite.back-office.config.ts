import { defineConfig } from 'vite';
import { siteFrom } from './app/lib/site.ts';

/** The back office, built beside the site. */
export default defineConfig({
  define: { __SITE__: JSON.stringify(siteFrom(process.env)) },
  build: {
    outDir: 'build/client',
    emptyOutDir: false,
    copyPublicDir: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: 'back-office.json',
    rolldownOptions: {
      input: { 'back-office': 'app/back-office/main.tsx' },
      // What the entry imports is one file: a dozen small ones, split by which pages share them, compress worse.
      output: { codeSplitting: { groups: [{ name: 'back-office', tags: ['$initial'] }] } },
    },
  },
});
