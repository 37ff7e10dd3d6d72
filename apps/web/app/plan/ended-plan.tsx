import { dollars, type PlanView } from '@lampstand/contracts';
import { Ended } from '../site/ended.tsx';
import { MailLink } from '../site/mail-link.tsx';
import { NewTab } from '../ui/new-tab.tsx';
import { Notice } from '../ui/notice.tsx';

export const EndedPlan = ({ plan: { openInvoice } }: { plan: PlanView }) => (
  <Ended title="Your subscription has ended">
    <p className="lede quiet">
      Nothing more will be charged. You are welcome back at any time: write to <MailLink />, and we open your account
      again.
    </p>
    {openInvoice && (
      <Notice>
        <p>
          One invoice over {dollars(openInvoice.amountInCents)} was never paid.{' '}
          <NewTab href={openInvoice.url}>See the invoice</NewTab>
        </p>
      </Notice>
    )}
  </Ended>
);
