import { appPages } from '../site/app-pages.ts';
import { headOf } from '../site/head.ts';
import { NotFound } from '../site/not-found.tsx';

export const meta = () => headOf(appPages.notFound);

export default NotFound;
