import { formPages } from '../seo/app-pages.ts';
import { headOf } from '../seo/head.ts';
import { Sent } from './trial-request-page.tsx';

export const handle = { hydrate: formPages.trialRequestSent.hydrate };
export const meta = () => headOf(formPages.trialRequestSent);

export default Sent;
