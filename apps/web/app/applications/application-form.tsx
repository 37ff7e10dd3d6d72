import type { ApplicationBody } from '@lampstand/contracts';
import { type ReactNode, useState } from 'react';
import { draftOf } from '../lib/draft.ts';
import { useHydrated } from '../lib/hydrated.ts';
import { useKeptDraft } from '../lib/kept-draft.ts';
import { MailLink } from '../site/mail-link.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { KeptNotice } from '../ui/kept-notice.tsx';
import { NewTab } from '../ui/new-tab.tsx';
import { Notice } from '../ui/notice.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { type FieldName, FIELDS, WIDE } from './fields.tsx';
import { useApplication } from './use-application.ts';
import '../styles/registration.css';

export interface Questions {
  legend: string;
  fields: readonly FieldName[];
}

interface Props {
  /** Where it is sent, and under what name its draft is kept. */
  call: string;
  groups: readonly Questions[];
  button: string;
  /** What somebody without scripts is offered instead. */
  byMail: ReactNode;
  onSent: () => void;
}

/** The eleven questions that both applications ask, in the order and the groups of each. */
export function ApplicationForm({ call, groups, button, byMail, onSent }: Props) {
  const hydrated = useHydrated();
  const [draft] = useState(() => draftOf<ApplicationBody>(call));
  const { form, failure, refusals, submit } = useApplication({ call: `/api/${call}`, draft, onSent });
  const { kept, keep, startOver } = useKeptDraft(form, draft);
  const { errors, isSubmitting } = form.formState;
  const names = groups.flatMap(({ fields }) => fields);

  return (
    <>
      {kept && (
        <KeptNotice
          onStartOver={() => {
            startOver('firstName');
            failure.clear();
          }}
        />
      )}
      <ErrorSummary errors={errors} fields={names} failure={failure} refusals={refusals} />
      <form className="stack wide" method="post" noValidate onSubmit={(event) => void submit(event)} onChange={keep}>
        {groups.map(({ legend, fields }) => (
          <fieldset key={legend} className="card fields">
            <legend>{legend}</legend>
            {fields.map((name) => (
              <div key={name} className={WIDE.has(name) ? 'wide-field' : undefined}>
                {FIELDS[name]({ ...form.register(name), error: errors[name]?.message })}
              </div>
            ))}
          </fieldset>
        ))}
        <noscript>
          <Notice>
            <p>
              This form needs JavaScript. Write to <MailLink /> {byMail}
            </p>
          </Notice>
        </noscript>
        <SubmitButton pending={isSubmitting} ready={hydrated} pendingText="Submitting...">
          {button}
        </SubmitButton>
        <p className="small quiet">
          We use what you write to answer you, and for nothing else. See our{' '}
          <NewTab href="/privacy-policy">Privacy Policy</NewTab>.
        </p>
      </form>
    </>
  );
}
