import { reactRouter } from '@react-router/dev/vite';
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';
import { siteFrom } from './app/site/env.ts';

const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [reactRouter()],
  define: { __SITE__: JSON.stringify(siteFrom(process.env)) },
  resolve: { conditions: ['source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['source', ...defaultServerConditions] } },
  build: { assetsInlineLimit: 0 },
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}'] },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': { target: api, changeOrigin: false } } },
});
