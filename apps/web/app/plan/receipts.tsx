import { FIELD_MESSAGES, newsletterBody, PLAN_MESSAGES, type PlanView } from '@lampstand/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { Email } from '../components/email.tsx';
import { ActionButton, SubmitButton } from '../components/buttons.tsx';
import { EmailField } from '../components/email-field.tsx';
import { FailureNotice } from '../components/notice.tsx';
import { showToast } from '../components/toast-store.ts';
import { PlanSection } from './plan-sections.tsx';
import { usePlanAction } from './plan-query.ts';

interface Props {
  plan: PlanView;
  token: string;
}

/** Where receipts go: to the member, and to a second address once its owner has confirmed it. */
export function Receipts({ plan: { receipts }, token }: Props) {
  const [entering, setEntering] = useState(false);
  const remove = usePlanAction(token, 'receipts/remove', () => showToast(PLAN_MESSAGES.receiptsRemoved));
  if (entering)
    return (
      <PlanSection title="Receipts" shows="form">
        <AddressForm token={token} onDone={() => setEntering(false)} />
      </PlanSection>
    );
  const enter = (
    <button type="button" className="button second" onClick={() => setEntering(true)}>
      {receipts ? 'Change address' : 'Add a second address'}
    </button>
  );
  if (!receipts)
    return (
      <PlanSection title="Receipts" shows="none">
        <p>
          A receipt for each payment goes to your email address.{' '}
          <span className="unprinted">It can go to a second one, too: your treasurer’s, for example.</span>
        </p>
        {enter}
      </PlanSection>
    );
  const address = (
    <strong>
      <Email address={receipts.email} />
    </strong>
  );
  return (
    <PlanSection title="Receipts" shows={receipts.isConfirmed ? 'confirmed' : 'waiting'}>
      {receipts.isConfirmed ? (
        <p key="confirmed">A receipt for each payment goes to your email address and to {address}.</p>
      ) : (
        <p key="waiting">
          A receipt for each payment goes to your email address. We sent a link to {address}. Once it is used there,
          receipts go to that address, too.
        </p>
      )}
      <FailureNotice failure={remove.failure} />
      <div className="row">
        {enter}
        <ActionButton onPress={() => remove.act()} pending={remove.isPending} pendingText="Removing…">
          Remove address
        </ActionButton>
      </div>
    </PlanSection>
  );
}

function AddressForm({ token, onDone }: { token: string; onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string>();
  const { act, isPending, failure } = usePlanAction(token, 'receipts', onDone);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = newsletterBody.safeParse({ email: field.current?.value });
    setWrong(body.success ? undefined : FIELD_MESSAGES.email);
    if (body.success) act(body.data);
    else field.current?.focus();
  };
  return (
    <form className="stack wide" method="post" noValidate onSubmit={submit}>
      <EmailField
        ref={field}
        name="email"
        label="Second address for receipts"
        hint="We email it a link. It gets receipts once the link is used, and it cannot open your plan."
        autoComplete="off"
        error={wrong}
      />
      <FailureNotice failure={failure} />
      <div className="row wide">
        <SubmitButton pending={isPending} pendingText="Sending…">
          Send the link
        </SubmitButton>
        <button type="button" className="link-button" onClick={onDone}>
          Go back
        </button>
      </div>
    </form>
  );
}
