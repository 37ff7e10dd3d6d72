import { civilDay, dollars, formatPhone, longDate, PLANS, planWithRange, UNEXPECTED } from '@lampstand/contracts';
import {
  type InspectedTrial,
  type SupportActionAnswer,
  type SupportActionName,
  SUPPORT_ACTIONS,
} from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatPhoneAsTyped, SelectField, TextField } from '../../components/field.tsx';
import { isStatus } from '../../lib/api.ts';
import { causeOf, useConfig, useLongDay } from '../../lib/clock.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useZone } from '../format.ts';
import { ErasureSummary } from './erasure-scope.tsx';
import { labelOf, SUPPORT_ACTION_LABELS } from './support-action-labels.ts';
import { refreshAll, runSupportAction } from './trial-api.ts';
import { ACTION_MAILS } from './support-action-mails.ts';
import '../components/panel.css';
import './inspector.css';

const ORDER = Object.keys(SUPPORT_ACTION_LABELS) as SupportActionName[];

interface ListProps {
  trial: InspectedTrial;
  onSelect: (name: SupportActionName) => void;
}

/** The possible support actions; the others are listed by the reason why they are not. */
export function SupportActionList({ trial, onSelect }: ListProps) {
  const sorted = trial.supportActions.toSorted((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
  const possible = sorted.filter((offer) => offer.possible);
  const unavailable = sorted.filter((offer) => !offer.possible);
  const reasons = [...new Set(unavailable.map(({ why = '' }) => why))];
  return (
    <details className="panel all-actions">
      <summary>
        All actions <span className="quiet">{possible.length ? `${possible.length} available` : 'none available'}</span>
      </summary>
      <ul className="support-actions">
        {possible.map(({ name }) => (
          <li key={name}>
            <button
              type="button"
              className={`button compact second ${SUPPORT_ACTION_LABELS[name].destructive ? 'alarm-text' : ''}`}
              aria-describedby={`about-${name}`}
              onClick={() => onSelect(name)}
            >
              {labelOf(name, trial)}
            </button>
            <span id={`about-${name}`} className="quiet small">
              {SUPPORT_ACTION_LABELS[name].about}
            </span>
          </li>
        ))}
      </ul>
      {reasons.length > 0 && (
        <details className="disclosure unavailable">
          <summary>Actions that are not available</summary>
          <dl>
            {reasons.map((why) => (
              <div key={why}>
                <dt>{why}</dt>
                <dd className="quiet">
                  {unavailable
                    .filter((offer) => offer.why === why)
                    .map(({ name }) => labelOf(name, trial))
                    .join(', ')}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </details>
  );
}

interface DialogProps {
  trial: InspectedTrial;
  name: SupportActionName;
  onDone: (answer: SupportActionAnswer) => void;
  onClose: () => void;
}

/** Describes a support action, takes its input and runs it. A failure is shown in the dialog. */
export function SupportActionDialog({ trial, name, onDone, onClose }: DialogProps) {
  const labels = SUPPORT_ACTION_LABELS[name];
  const [problem, setProblem] = useState<string>();
  const [input, setInput] = useState<Record<string, string>>({});
  const work = useMutation({
    mutationFn: (body: unknown) => runSupportAction(trial.id, name, body),
    onSuccess: (answer) => {
      void refreshAll();
      onDone(answer);
    },
    onError: (error) => {
      if (isStatus(error, 400)) setProblem(Object.values(error.body.fields ?? {})[0]);
      if (isStatus(error, 402, 404, 409)) void refreshAll();
    },
  });

  const confirm = (values: Record<string, string>) => {
    const parsed = SUPPORT_ACTIONS[name].safeParse(values);
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success) work.mutate(parsed.data);
    else focusField(name);
  };
  return (
    <ConfirmDialog
      title={labelOf(name, trial)}
      confirm={labels.confirm}
      pendingText={labels.pending}
      pending={work.isPending}
      destructive={labels.destructive === true}
      error={work.error && !problem ? (causeOf(work.error) ?? UNEXPECTED) : undefined}
      onConfirm={confirm}
      onInput={setInput}
      onClose={onClose}
    >
      {(name === 'erase' || name === 'approve-erasure') && <ErasureSummary trial={trial} asks={name === 'erase'} />}
      <p>{labels.happens(trial, useLongDay())}</p>
      {hasInput(name) && INPUTS[name]({ trial, error: problem })}
      <MailsOfAction trial={trial} name={name} input={input} />
      <p className="quiet small">The timeline and the audit record it.</p>
    </ConfirmDialog>
  );
}

const focusField = (name: SupportActionName) => {
  const [field] = Object.keys(SUPPORT_ACTIONS[name].shape);
  if (field) document.querySelector<HTMLElement>(`#action-${field}`)?.focus();
};

type WithInput = {
  [Name in SupportActionName]: keyof (typeof SUPPORT_ACTIONS)[Name]['shape'] extends never ? never : Name;
}[SupportActionName];

interface InputProps {
  trial: InspectedTrial;
  error: string | undefined;
}

const hasInput = (name: SupportActionName): name is WithInput => name in INPUTS;

const INPUTS: Record<WithInput, (props: InputProps) => ReactNode> = {
  'correct-phone': ({ trial, error }) => (
    <>
      <TextField
        id="action-phone"
        name="phone"
        label="New mobile phone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        onChange={({ target }) => formatPhoneAsTyped(target)}
        placeholder={formatPhone('5551234567')}
        error={error}
      />
      {!trial.account && (
        <label className="tick">
          <input type="checkbox" name="send" value="code" defaultChecked />
          Send a code to the new number now
        </label>
      )}
    </>
  ),
  'correct-email': ({ error }) => (
    <TextField
      id="action-email"
      name="email"
      label="New email"
      type="email"
      inputMode="email"
      autoComplete="off"
      error={error}
    />
  ),
  supersede: ({ error }) => (
    <TextField
      id="action-by"
      name="by"
      label="Id of the sign-up that counts"
      hint="Find it with the search box at the top; its page shows the id."
      inputMode="numeric"
      autoComplete="off"
      error={error}
    />
  ),
  'move-trial-end': ({ trial, error }) => (
    <TextField
      id="action-until"
      name="until"
      label="New last day of the trial"
      type="date"
      min={trial.receipt?.firstChargeOn}
      error={error}
    />
  ),
  'change-plan': ({ trial, error }) => (
    <SelectField
      id="action-plan"
      name="plan"
      label="New plan"
      error={error}
      choices={PLANS.filter(({ id }) => id !== trial.subscription?.plan).map((plan) => ({
        value: plan.id,
        label: `${planWithRange(plan)}, ${dollars(plan.amountInCents)} a month`,
      }))}
    />
  ),
  'cancel-signup': ({ error }) => <TypedWord word="CANCEL" error={error} />,
  erase: ({ error }) => <TypedWord word="ERASE" error={error} />,
};

/** Confirms an action that cannot be undone. */
function TypedWord({ word, error }: { word: string; error: string | undefined }) {
  return (
    <TextField
      id="action-confirm"
      name="confirm"
      label={`Type ${word} to confirm`}
      autoComplete="off"
      spellCheck={false}
      autoCapitalize="characters"
      error={error}
    />
  );
}

/** The emails that go out with the action, with subject and address. */
function MailsOfAction({
  trial,
  name,
  input,
}: Pick<DialogProps, 'trial' | 'name'> & { input: Record<string, string> }) {
  const { data: config } = useConfig();
  const { timeZone } = useZone();
  const day = (instant: string) => longDate(civilDay(new Date(instant), timeZone));
  const mails = ACTION_MAILS[name]({ trial, input, day, product: config?.product ?? '' });
  if (!mails.length) return <p>No email goes out.</p>;
  return (
    <>
      <p>{mails.length === 1 ? 'This email goes out:' : 'These emails go out:'}</p>
      <ul className="action-mails">
        {mails.map(({ subject, to, when }) => (
          <li key={subject}>
            <bdi>“{subject}”</bdi> to <bdi>{to}</bdi>
            {when && `, ${when}`}
          </li>
        ))}
      </ul>
    </>
  );
}
