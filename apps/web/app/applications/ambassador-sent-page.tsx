import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { Submitted } from './ambassador-page.tsx';

const page: Page = {
  path: '/ambassador-application/sent',
  title: 'Application Submitted',
  description:
    'Your ambassador application has arrived. Our team reviews it within 5-7 business days and answers you by email. Read here what happens next.',
  keywords: ['youth ministry ambassador', 'application', 'what happens next'],
  noindex: true,
};

export const handle: PageHandle = { page };
export const meta = () => headOf(page);

export default Submitted;
