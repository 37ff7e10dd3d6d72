import { type ApplicationBody, APPLICATION_CHURCH_SIZES, YEARS_IN_MINISTRY } from '@lampstand/contracts';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import { SubmitButton } from '../components/buttons.tsx';
import { EmailField } from '../components/email-field.tsx';
import { PhoneField, SelectField, TextArea, TextField } from '../components/field.tsx';
import { StateField } from '../components/state-field.tsx';
import { DraftNotice, ErrorSummary, FieldGroup } from '../components/form.tsx';
import { NewTabLink } from '../components/text-links.tsx';
import { moveOnEnter } from '../lib/enter-key.ts';
import { draftStore, useDraft } from '../lib/storage.ts';
import { useApplication } from './use-application.ts';
import './application-form.css';

type FieldName = keyof ApplicationBody;

export interface FieldGroups {
  legend: string;
  fields: readonly FieldName[];
}

interface Props {
  /** Path below /api/ and name of the draft. */
  call: string;
  groups: readonly FieldGroups[];
  button: string;
  onSent: () => void;
  /** Column beside the form. */
  aside: ReactNode;
}

/** The form of both applications: the same eleven fields, grouped and ordered by each page. */
export function ApplicationForm({ call, groups, button, onSent, aside }: Props) {
  const [draft] = useState(() => draftStore<ApplicationBody>(call));
  const { form, failure, refusals, submit } = useApplication({ call: `/api/${call}`, draft, onSent });
  const { kept, keep, startOver } = useDraft(form, draft);
  const { errors, isSubmitting } = form.formState;
  const names = groups.flatMap(({ fields }) => fields);

  return (
    <div className="application">
      <div className="stack">
        {kept && (
          <DraftNotice
            onStartOver={() => {
              startOver('firstName');
              failure.clear();
            }}
          />
        )}
        <ErrorSummary errors={errors} fields={names} failure={failure} refusals={refusals} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its controls */}
        <form
          className="stack wide"
          method="post"
          action={`/${call}`}
          noValidate
          onSubmit={(event) => void submit(event)}
          onChange={keep}
          onKeyDown={moveOnEnter}
        >
          {groups.map(({ legend, fields }) => (
            <FieldGroup key={legend} legend={legend}>
              {fields.map((name) => (
                <div key={name} className={WIDE.has(name) ? 'wide' : undefined}>
                  {FIELDS[name]({ ...form.register(name), error: errors[name]?.message })}
                </div>
              ))}
            </FieldGroup>
          ))}
          <SubmitButton pending={isSubmitting} pendingText="Submitting...">
            {button}
          </SubmitButton>
          <p className="small quiet">
            We use what you write to answer you, and for nothing else. See our{' '}
            <NewTabLink href="/privacy-policy">Privacy Policy</NewTabLink>.
          </p>
        </form>
      </div>
      {aside}
    </div>
  );
}

type FieldProps = ReturnType<UseFormRegister<ApplicationBody>> & { error: string | undefined };

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const CHURCH_SIZES = choices(APPLICATION_CHURCH_SIZES);
const YEARS = choices(YEARS_IN_MINISTRY);

const FIELDS: Record<FieldName, (props: FieldProps) => ReactElement> = {
  firstName: (props) => <TextField {...props} label="First name" autoComplete="given-name" />,
  lastName: (props) => <TextField {...props} label="Last name" autoComplete="family-name" />,
  email: (props) => <EmailField {...props} label="Email" hint="We’ll reply to this address." />,
  phone: (props) => <PhoneField {...props} label="Phone" hint="US phone number." />,
  position: (props) => <TextField {...props} label="Your role or position" autoComplete="organization-title" />,
  churchName: (props) => <TextField {...props} label="Church name" autoComplete="organization" />,
  churchCity: (props) => <TextField {...props} label="City" autoComplete="address-level2" />,
  churchState: (props) => <StateField {...props} label="State" />,
  churchSize: (props) => (
    <SelectField
      {...props}
      label="Church size"
      autoComplete="off"
      choices={CHURCH_SIZES}
      hint="Average weekend attendance."
    />
  ),
  yearsInMinistry: (props) => (
    <SelectField {...props} label="Years in youth ministry" autoComplete="off" choices={YEARS} />
  ),
  whyInterested: (props) => (
    <TextArea {...props} label="Why are you interested?" rows={6} autoComplete="off" hint="At least 20 characters." />
  ),
};

/** Fields that span both columns. */
const WIDE: ReadonlySet<FieldName> = new Set(['churchName', 'whyInterested']);
