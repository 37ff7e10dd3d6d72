import { site } from './env.ts';

/** Written to /site.webmanifest by the build. */
export const loader = () =>
  new Response(
    JSON.stringify({
      name: site.product,
      short_name: site.product,
      description:
        'Daily habits of prayer and scripture for students, and a clear view for the leaders who walk with them.',
      start_url: '/',
      display: 'browser',
      background_color: '#fbf5ea',
      theme_color: '#fbf5ea',
      icons: [
        { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
        { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
        { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
      ],
    }),
    { headers: { 'content-type': 'application/manifest+json; charset=utf-8' } },
  );
