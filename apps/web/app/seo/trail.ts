import type { Crumb } from '../components/breadcrumbs.tsx';

/** The pages that have others below them. */
export const BLOG: Crumb = { name: 'Blog', path: '/blog' };
export const HELP: Crumb = { name: 'Help Center', path: '/help' };
export const PRICING: Crumb = { name: 'Pricing', path: '/pricing' };
export const RESOURCES: Crumb = { name: 'Printable Sheets', path: '/resources' };
