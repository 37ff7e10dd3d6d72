import { formPages } from '../seo/app-pages.ts';
import { headOf } from '../seo/head.ts';
import { Submitted } from './ambassador-page.tsx';

export const handle = { hydrate: formPages.ambassadorSent.hydrate };
export const meta = () => headOf(formPages.ambassadorSent);

export default Submitted;
