import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { Sent } from './trial-request-page.tsx';

const page: Page = {
  path: '/trial-request/sent',
  title: 'Request Sent',
  description:
    'Your request has arrived. Someone on our team will read it and answer you by email. If it’s urgent, write to our support address at any time.',
  keywords: ['youth ministry software', 'contact', 'request sent'],
  noindex: true,
};

export const handle: PageHandle = { page };
export const meta = () => headOf(page);

export default Sent;
