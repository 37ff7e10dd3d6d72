import { civilDay, formatPhone, longDate, UNEXPECTED } from '@lampstand/contracts';
import {
  type InspectedTrial,
  SUPPORT_ACTIONS,
  type SupportActionAnswer,
  type SupportActionName,
} from '@lampstand/contracts/back-office';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { formatPhoneAsTyped, SelectField, TextField } from '../../components/field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { isStatus } from '../../lib/api.ts';
import { causeOf, useConfig, useLongDay } from '../../lib/clock.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useSeen } from '../components/use-seen.ts';
import { useZone } from '../format.ts';
import { useCommands } from '../layout/commands.ts';
import { doneMessage, ErasureSummary } from './erasure-summary.tsx';
import type { DayInput, InputKind, Typed } from './action-dialog.ts';
import { labelOf, SUPPORT_ACTION_DIALOGS } from './support-action-dialogs.ts';
import { erasureQuery, refreshAll, runSupportAction, seenOf } from './trial-api.ts';
import '../components/panel.css';
import './inspector.css';

/** Opens the dialog of an action, with values of its fields: the payment it is about, for example. */
export type SelectAction = (name: SupportActionName, about?: Typed['input']) => void;

interface Actions {
  select: SelectAction;
  /** The message of the last action. */
  done: string | undefined;
  dialog: ReactNode;
}

/** The dialogs of the support actions on a sign-up. The search finds them by name, and says why one is not possible. */
export function useSupportActions(trial: InspectedTrial): Actions {
  const [selected, setSelected] = useState<{ name: SupportActionName; about: Typed['input'] }>();
  const [done, setDone] = useState<string>();
  const select: SelectAction = (name, about = {}) => {
    setDone(undefined);
    setSelected({ name, about });
  };
  useCommands(
    trial.supportActions.map(({ name, ...offer }) => ({
      label: labelOf(name, trial),
      also: SUPPORT_ACTION_DIALOGS[name].also,
      why: offer.possible ? undefined : offer.why,
      run: () => select(name),
    })),
  );
  const dialog = selected && (
    <SupportActionDialog
      trial={trial}
      {...selected}
      onClose={() => setSelected(undefined)}
      onDone={(answer) => {
        setSelected(undefined);
        setDone(doneMessage(answer));
        showToast({
          title: answer.repeated ? 'Nothing more was done' : 'Done',
          description: answer.message,
        });
      }}
    />
  );
  return { select, done, dialog };
}

const ORDER = Object.keys(SUPPORT_ACTION_DIALOGS) as SupportActionName[];

interface ListProps {
  trial: InspectedTrial;
  onSelect: (name: SupportActionName) => void;
}

/** The possible support actions; the others are listed by the reason why they are not. */
export function SupportActionList({ trial, onSelect }: ListProps) {
  const sorted = trial.supportActions.toSorted((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
  const possible = sorted.filter((offer) => offer.possible);
  const unavailable = sorted.filter((offer) => !offer.possible);
  const reasons = [...new Set(unavailable.map(({ why }) => why))];
  return (
    <details className="panel all-actions unprinted">
      <summary>
        All actions <span className="quiet">{possible.length ? `${possible.length} available` : 'none available'}</span>
      </summary>
      <ul className="support-actions">
        {possible.map(({ name }) => (
          <li key={name}>
            <button
              type="button"
              className={`button compact second ${SUPPORT_ACTION_DIALOGS[name].destructive ? 'alarm-text' : ''}`}
              aria-describedby={`about-${name}`}
              onClick={() => onSelect(name)}
            >
              {labelOf(name, trial)}
            </button>
            <span id={`about-${name}`} className="quiet small">
              {SUPPORT_ACTION_DIALOGS[name].about}
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
  about: Typed['input'];
  onDone: (answer: SupportActionAnswer) => void;
  onClose: () => void;
}

/** Describes a support action, takes its input and runs it. A failure is shown in the dialog. */
function SupportActionDialog({ trial, name, about, onDone, onClose }: DialogProps) {
  const dialog = SUPPORT_ACTION_DIALOGS[name];
  const [problem, setProblem] = useState<Problem>();
  const [input, setInput] = useState(about);
  const [chosen, setChosen] = useState<number[]>([]);
  const erases = name === 'erase' || name === 'approve-erasure';
  const preview = useQuery({ ...erasureQuery(trial.id), enabled: erases });
  const { seen, readAgain } = useSeen(erases ? preview.data?.seen : seenOf(trial, name));
  const complain = (about: Problem | undefined) => {
    setProblem(about);
    if (about) document.querySelector<HTMLElement>(`#action-${about.field}`)?.focus();
  };
  const work = useMutation({
    mutationFn: (body: unknown) => runSupportAction(trial.id, name, body, seen),
    onSuccess: (answer) => {
      void refreshAll();
      onDone(answer);
    },
    onError: async (error) => {
      if (isStatus(error, 400)) complain(firstOf(error.body.fields ?? {}));
      if (isStatus(error, 402, 404, 409)) await readAgain();
    },
  });

  const confirm = (values: Record<string, string>) => {
    const parsed = SUPPORT_ACTIONS[name].safeParse({ ...values, also: chosen });
    const [issue] = parsed.error?.issues ?? [];
    complain(issue && { field: String(issue.path[0]), message: issue.message });
    if (parsed.success) work.mutate(parsed.data);
  };
  const isShown = problem && problem.field in (dialog.input ?? {});
  return (
    <ConfirmDialog
      title={labelOf(name, trial)}
      confirm={dialog.confirm}
      pendingText={dialog.pending}
      pending={work.isPending}
      destructive={dialog.destructive === true}
      error={work.error && !isShown ? (problem?.message ?? causeOf(work.error) ?? UNEXPECTED) : undefined}
      onConfirm={confirm}
      onInput={setInput}
      onClose={onClose}
    >
      {erases && <ErasureSummary trial={trial} asks={name === 'erase'} chosen={chosen} onChoose={setChosen} />}
      <p>{dialog.happens(trial, useLongDay(), input)}</p>
      <Inputs
        trial={trial}
        name={name}
        input={input}
        error={isShown ? problem : undefined}
        onFill={(field, value) => setInput({ ...input, [field]: value })}
      />
      <MailsOfAction trial={trial} name={name} input={input} />
      <p className="quiet small">The timeline and the audit record it.</p>
    </ConfirmDialog>
  );
}

interface Problem {
  field: string;
  message: string;
}

function firstOf(fields: Record<string, string>): Problem | undefined {
  const [first] = Object.entries(fields);
  return first && { field: first[0], message: first[1] };
}

type InputsProps = Pick<DialogProps, 'trial' | 'name'> &
  Pick<Typed, 'input'> & { error: Problem | undefined; onFill: (field: string, value: string) => void };

/** What is entered for the action, by field of its body. */
function Inputs({ trial, name, input, error, onFill }: InputsProps) {
  return Object.entries(SUPPORT_ACTION_DIALOGS[name].input ?? {}).map(([field, shown]) => {
    const typed = { trial, input };
    if ('hidden' in shown) return <input key={field} type="hidden" name={field} value={shown.hidden(typed) ?? ''} />;
    const message = error?.field === field ? error.message : undefined;
    const hint = typeof shown.hint === 'function' ? shown.hint(typed) : shown.hint;
    const shared = { id: `action-${field}`, name: field, label: shown.label, hint, error: message };
    if ('choices' in shown) return <SelectField key={field} {...shared} choices={shown.choices(trial)} />;
    if ('ticks' in shown)
      return (
        shown.onlyIf(trial) && (
          <label key={field} className="tick">
            <input type="checkbox" name={field} value={shown.ticks} defaultChecked />
            {shown.label}
          </label>
        )
      );
    if ('daysAfter' in shown) return <DayField key={field} {...shared} {...typed} of={shown} onFill={onFill} />;
    const { kind, optional = false, initial } = shown;
    return (
      <TextField
        key={field}
        {...shared}
        optional={optional}
        autoComplete="off"
        defaultValue={initial?.(typed)}
        {...KINDS[kind]}
      />
    );
  });
}

type DayFieldProps = Pick<ComponentProps<typeof TextField>, 'id' | 'name' | 'label' | 'hint' | 'error'> &
  Typed & { of: DayInput; onFill: InputsProps['onFill'] };

/** A day between the first and the last possible one, with buttons for those so many days later. */
function DayField({ trial, input, of, onFill, ...field }: DayFieldProps) {
  const { timeZone } = useZone();
  const { earliest, latest } = of.range(trial) ?? {};
  const since = of.since(trial);
  const start = since && civilDay(new Date(since), timeZone);
  return (
    <TextField
      {...field}
      type="date"
      autoComplete="off"
      min={earliest}
      max={latest}
      value={input[field.name] ?? ''}
      onChange={({ target }) => onFill(field.name, target.value)}
    >
      <span className="row">
        {start &&
          of.daysAfter.map((days) => {
            const day = daysLater(start, days);
            return (
              <button
                key={days}
                type="button"
                className="button second compact"
                disabled={latest !== undefined && day > latest}
                onClick={() => onFill(field.name, day)}
              >
                +{days} days
              </button>
            );
          })}
      </span>
    </TextField>
  );
}

const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

const KINDS: Record<InputKind, Partial<ComponentProps<typeof TextField>>> = {
  amount: { inputMode: 'decimal' },
  text: {},
  email: { type: 'email', inputMode: 'email' },
  id: { inputMode: 'numeric' },
  phone: {
    type: 'tel',
    inputMode: 'tel',
    placeholder: formatPhone('5551234567'),
    onChange: ({ target }) => formatPhoneAsTyped(target),
  },
  word: { spellCheck: false, autoCapitalize: 'characters' },
};

/** The emails that go out with the action, with subject and address. */
function MailsOfAction({
  trial,
  name,
  input,
}: Pick<DialogProps, 'trial' | 'name'> & { input: Record<string, string> }) {
  const { data: config } = useConfig();
  const { timeZone } = useZone();
  const day = (instant: string) => longDate(civilDay(new Date(instant), timeZone));
  const mails = SUPPORT_ACTION_DIALOGS[name].mails({ trial, input, day, product: config?.product ?? '' });
  if (!mails.length) return <p>No email goes to the person.</p>;
  return (
    <>
      <p>{mails.length === 1 ? 'This email goes out:' : 'These emails go out:'}</p>
      <ul className="action-mails">
        {mails.map(({ subject, to, when }) => (
          <li key={subject}>
            <bdi>“{subject}”</bdi> to <bdi>{to}</bdi>
            <span>{when && `, ${when}`}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
