import {
  type CodeChannel,
  type CodeSentAnswer,
  dollars,
  FIELD_MESSAGES,
  findCode,
  PLAN_MESSAGES,
  type PlanLinkAnswer,
  type PlanView,
  type ReactivationPreview,
  TAXES,
  type TierId,
  TOASTS,
} from '@lampstand/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ActionButton, SubmitButton } from '../components/buttons.tsx';
import { TextField } from '../components/field.tsx';
import { FailureNotice, Notice, useFailure } from '../components/notice.tsx';
import { PlanPicker } from '../components/plan-picker.tsx';
import { showToast } from '../components/toast-store.ts';
import { ask, post } from '../lib/api.ts';
import { nameOfCard } from '../lib/card-name.ts';
import { causeOf } from '../lib/clock.ts';
import { type CardUpdate, PREVIEW_MS, previewKey, reportFailure, useCardPage, usePlanAction } from './plan-query.ts';
import { PlanSection, PreviewFailed } from './plan-sections.tsx';

interface Props {
  plan: PlanView;
  token: string;
  /** Set on return from the payment provider's card page. */
  cardUpdate: CardUpdate | undefined;
  /** Receives the token of the link once the phone is proven. */
  onProven: (token: string) => void;
  /** The plan runs again. */
  onStarted: () => void;
}

/** The way back after the end: a code to the phone, then plan, card and one press that charges it. */
export function StartAgain({ plan, token, cardUpdate, onProven, onStarted }: Props) {
  const [sent, setSent] = useState(false);
  const phone = <span className="nowrap">{plan.reactivation?.phone}</span>;
  if (plan.reactivation?.isPhoneProven)
    return (
      <PlanSection title="Start again" shows="plan">
        <ChoosePlan {...{ plan, token, cardUpdate, onStarted }} />
      </PlanSection>
    );
  return (
    <PlanSection title="Start again" shows="phone">
      {sent ? (
        <p key="sent">We texted a code to {phone}.</p>
      ) : (
        <p key="offer">
          Your account and your church are still here. First we text a code to {phone}, the phone of your account.
        </p>
      )}
      <ProvePhone {...{ token, sent, onProven }} onSent={() => setSent(true)} />
    </PlanSection>
  );
}

interface ProveProps extends Pick<Props, 'token' | 'onProven'> {
  sent: boolean;
  onSent: () => void;
}

function ProvePhone({ token, sent, onSent, onProven }: ProveProps) {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const failure = useFailure();
  const send = useMutation({
    mutationFn: (channel: CodeChannel) => post<CodeSentAnswer>('/api/plan/reactivate/code', { token, channel }),
    onSuccess: (answer, channel) => {
      setProblem(undefined);
      onSent();
      showToast(!answer.sent ? TOASTS.codeStillValid : channel === 'call' ? TOASTS.codeCalled : TOASTS.codeSent);
    },
    onError: (error) => reportFailure(error, token, failure, TOASTS.codeNotSent),
  });
  const verify = useMutation({
    mutationFn: (code: string) => ask<PlanLinkAnswer>('/api/plan/reactivate/verify', { token, code }),
    onSuccess: (answer) => onProven(answer.token),
    onError: (error) => {
      setProblem(causeOf(error) ?? FIELD_MESSAGES.code);
      field.current?.focus();
      field.current?.select();
    },
  });
  useEffect(() => {
    if (sent) field.current?.focus();
  }, [sent]);
  const request = (channel: CodeChannel) => {
    if (send.isPending) return;
    failure.clear();
    send.mutate(channel);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = findCode(field.current?.value ?? '');
    if (code) return verify.mutate(code);
    setProblem(FIELD_MESSAGES.code);
    field.current?.focus();
  };

  if (!sent)
    return (
      <>
        <FailureNotice failure={failure} />
        <ActionButton primary onPress={() => request('sms')} pending={send.isPending} pendingText="Sending the code…">
          Text me a code
        </ActionButton>
      </>
    );
  return (
    <form className="stack wide" noValidate onSubmit={submit}>
      <TextField
        ref={field}
        name="code"
        label="Verification code"
        hint="Six digits."
        inputMode="numeric"
        autoComplete="one-time-code"
        error={problem}
      />
      <FailureNotice failure={failure} />
      <SubmitButton pending={verify.isPending} pendingText="Checking…">
        Confirm phone
      </SubmitButton>
      <div className="row">
        <button type="button" className="link-button" onClick={() => request('sms')}>
          Text it again
        </button>
        <button type="button" className="link-button" onClick={() => request('call')}>
          Call me instead
        </button>
      </div>
    </form>
  );
}

/** Plan, card and the press that charges it. */
function ChoosePlan({ plan, token, cardUpdate, onStarted }: Omit<Props, 'onProven'>) {
  const { card } = plan;
  const [wanted, setWanted] = useState<TierId>(plan.plan);
  const { act, isPending, failure } = usePlanAction(token, 'reactivate', () => {
    onStarted();
    showToast(PLAN_MESSAGES.reactivated);
  });
  const cardPage = useCardPage(plan, token);
  const { data, error, refetch } = useQuery({
    queryKey: [...previewKey(token), wanted],
    queryFn: () => ask<ReactivationPreview>('/api/plan/reactivate/preview', { token, selectedPlan: wanted }),
    staleTime: PREVIEW_MS,
    refetchInterval: PREVIEW_MS,
    gcTime: 0,
  });
  const press = () => {
    if (!data) return;
    const { amountInCents, monthlyInCents, consentVersion } = data;
    act({ selectedPlan: wanted, amountInCents, monthlyInCents, cardSince: plan.cardSince, consentVersion });
  };
  return (
    <>
      <p>Your phone is confirmed. Choose a plan; there is no second free month.</p>
      <PlanPicker choice={{ plan: wanted, choose: setWanted }} />
      <p role="status">
        <Today key={data?.text ?? wanted} offer={data} error={error} retry={() => void refetch()} />
      </p>
      <p>
        <strong key={card?.last4}>{card ? nameOfCard(card) : 'There is no card.'}</strong>
      </p>
      {cardUpdate && cardUpdate !== 'updated' && (
        <Notice>
          <p>{cardUpdate === 'slow' ? PLAN_MESSAGES.cardSlow : PLAN_MESSAGES.cardWaiting}</p>
        </Notice>
      )}
      <FailureNotice failure={cardPage.failure} />
      <ActionButton
        primary={!card}
        onPress={cardPage.open}
        pending={cardPage.isPending}
        pendingText="Opening the card page…"
      >
        {card ? 'Use another card' : 'Add a card'}
      </ActionButton>
      {card && data && (
        <>
          <p className="small quiet" key={data.text}>
            {data.text}
          </p>
          <p className="small quiet">{TAXES}</p>
          <FailureNotice failure={failure} />
          <ActionButton primary onPress={press} pending={isPending} pendingText="Paying and opening your account…">
            <span key={data.amountInCents}>Pay {dollars(data.amountInCents)} and start again</span>
          </ActionButton>
        </>
      )}
    </>
  );
}

interface TodayProps {
  offer: ReactivationPreview | undefined;
  error: Error | null;
  retry: () => void;
}

/** What is charged today and each month, as the payment provider will charge it. */
function Today({ offer, error, retry }: TodayProps) {
  if (error) return <PreviewFailed error={error} retry={retry} />;
  if (!offer) return <span key="wait">One moment: we look up what it costs…</span>;
  const { amountInCents, monthlyInCents } = offer;
  return (
    <span key="offer">
      You pay <strong>{dollars(amountInCents)}</strong> today and <strong>{dollars(monthlyInCents)}</strong> every month
      after that, until you cancel.
    </span>
  );
}
