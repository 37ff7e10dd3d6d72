import mdx from '@mdx-js/rollup';
import { reactRouter } from '@react-router/dev/vite';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdxFrontmatter from 'remark-mdx-frontmatter';
import remarkSmartypants from 'remark-smartypants';
import { defineConfig } from 'vite';
import { compiledOnce, minified, remarkFacts, remarkNames, remarkSheets, scriptFile } from './tools/plugins.ts';

const texts = compiledOnce(
  mdx({
    remarkPlugins: [
      remarkFrontmatter,
      remarkMdxFrontmatter,
      remarkGfm,
      remarkSheets,
      remarkSmartypants,
      remarkFacts,
      remarkNames,
    ],
  }),
);

export default defineConfig(({ command }) => ({
  plugins: [
    texts,
    minified(),
    reactRouter(),
    scriptFile('app/demo/client.tsx', 'demo.js'),
    scriptFile('app/newsletter/suggestion.ts', 'suggestion.js'),
  ],
  environments: {
    ssr: {
      build: { rollupOptions: { input: { site: './app/server/site.ts', 'page-images': './app/seo/page-image.tsx' } } },
      // One graph with one React Router in it. Not in development: the module runner cannot evaluate CommonJS, which React is.
      ...(command === 'build' && { resolve: { noExternal: true, external: ['sharp', 'satori'] } }),
    },
  },
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}'] },
}));
