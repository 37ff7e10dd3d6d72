import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  layout('site/layout.tsx', [
    index('routes/home.tsx'),
    route('trial', 'routes/trial.tsx'),
    route('trial/success', 'routes/trial-success.tsx'),
    route('trial-checkout-success', 'routes/trial-checkout-success.tsx'),
    route('404', 'routes/not-found.tsx'),
    route('*', 'routes/catch-all.tsx'),
  ]),
] satisfies RouteConfig;
