import type { Answered } from '@lampstand/contracts';
import { type MetaFunction, useLoaderData } from 'react-router-dom';
import { TextField } from '../components/field.tsx';
import { LinkForm, LinkPage } from '../components/link-page.tsx';
import { Notice } from '../components/notice.tsx';
import { linkAction, linkHeadOf, type LoadedLink, loadLink } from '../lib/link-form.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { OldCorrection, PLAN_LINK } from './old-correction.tsx';

const page: Page = {
  path: '/plan/phone',
  title: 'Confirm Your New Phone',
  description:
    'Confirm the new phone number of your account with a code that we text or read out to it. Until then your account keeps the old number.',
  keywords: ['account phone', 'new phone number', 'confirmation'],
  noindex: true,
};

export const handle: PageHandle = { page, readsQuery: true, byLink: true };
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => linkHeadOf(page, loaderData);
export const loader = loadLink;

/** Sends a code, or checks the one that was typed. */
export const action = linkAction(
  async (services, form): Promise<Answered<{ sent: boolean } | void>> =>
    form['channel'] ? services.sendPhoneCode(form) : services.confirmPhone(form),
  (value) => (value ? undefined : { title: 'Your new phone is confirmed', text: 'Your account has the new number.' }),
);

/** Behind the link that a member gets when support has corrected the phone. */
export default function ConfirmPhonePage() {
  const { typed, refusal } = useLoaderData<LoadedLink>();
  const isOfCode = typed?.['code'] !== undefined;
  return (
    <LinkPage
      title="Confirm your new phone"
      text="We text a code to the new number that you gave our support. Your account keeps the old number until you have entered it."
      remedy={<OldCorrection />}
      next={PLAN_LINK}
    >
      {refusal && !isOfCode && (
        <div role="alert" className="wide">
          <Notice tone="bad">{refusal.error.error}</Notice>
        </div>
      )}
      {typed ? (
        <EnterCode />
      ) : (
        <LinkForm>
          <button type="submit" className="button primary large" name="channel" value="sms">
            Text me the code
          </button>
        </LinkForm>
      )}
    </LinkPage>
  );
}

function EnterCode() {
  const { typed, value, refusal } = useLoaderData<LoadedLink>();
  const { sent } = (value ?? {}) as { sent?: boolean };
  return (
    <>
      {sent !== undefined && (
        <p role="status">{sent ? 'The code is on its way.' : 'A code was sent a moment ago. It is still good.'}</p>
      )}
      <LinkForm className="stack wide">
        <TextField
          name="code"
          label="Code"
          hint="Six digits."
          inputMode="numeric"
          autoComplete="one-time-code"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was answered to a button, and this is the next field
          autoFocus
          error={typed?.['code'] === undefined ? undefined : (refusal?.error.fields?.['code'] ?? refusal?.error.error)}
        />
        <button type="submit" className="button primary large">
          Confirm the number
        </button>
      </LinkForm>
      <LinkForm className="row">
        <button type="submit" className="link-button" name="channel" value="sms">
          Text it again
        </button>
        <button type="submit" className="link-button" name="channel" value="call">
          Call me instead
        </button>
      </LinkForm>
    </>
  );
}
