import { NotFound } from '../components/not-found.tsx';
import { appPages } from '../seo/app-pages.ts';
import { headOf } from '../seo/head.ts';

export const handle = { hydrate: appPages.notFound.hydrate };
export const meta = () => headOf(appPages.notFound);

export default NotFound;
