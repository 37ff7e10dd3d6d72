import { headOf } from '../site/head.ts';
import { NotFound } from '../site/not-found.tsx';
import { pages } from '../site/pages.ts';

export const meta = () => headOf(pages.notFound);

export default NotFound;
