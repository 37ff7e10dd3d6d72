import mdx from '@mdx-js/rollup';
import { reactRouter } from '@react-router/dev/vite';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdxFrontmatter from 'remark-mdx-frontmatter';
import remarkSmartypants from 'remark-smartypants';
import { defineConfig, type ProxyOptions } from 'vite';
import { siteFrom } from './app/lib/site.ts';
import { anyId, compiledOnce, minified, remarkFacts, remarkNames, remarkSheets, scriptFile } from './tools/plugins.ts';

const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000';
const site = siteFrom(process.env);

const texts = compiledOnce(
  mdx({
    remarkPlugins: [
      remarkFrontmatter,
      remarkMdxFrontmatter,
      remarkGfm,
      [remarkNames, site],
      remarkSheets,
      remarkSmartypants,
      remarkFacts,
    ],
  }),
);

/** GET of these addresses is a page, POST an API call. */
const pageAndCall: ProxyOptions = {
  target: api,
  changeOrigin: false,
  bypass: ({ method, url }) => (method === 'POST' ? undefined : url),
};

export default defineConfig({
  plugins: [texts, minified(), anyId(), reactRouter(), scriptFile('app/demo/client.tsx', 'demo.js')],
  define: { __SITE__: JSON.stringify(site) },
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}'] },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/api': { target: api, changeOrigin: false },
      // Written by the last build.
      '/search.json': { target: api, changeOrigin: false },
      '/films': { target: api, changeOrigin: false },
      '/newsletter/unsubscribe': pageAndCall,
      '/reminders/stop': pageAndCall,
    },
  },
});
