import { type ApplicationBody, APPLICATION_CHURCH_SIZES, US_STATES, YEARS_IN_MINISTRY } from '@lampstand/contracts';
import type { ReactElement } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import { EmailField, PhoneField } from '../ui/contact-fields.tsx';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';

export type FieldName = keyof ApplicationBody;

type Shown = ReturnType<UseFormRegister<ApplicationBody>> & { error: string | undefined };

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const CHURCH_SIZES = choices(APPLICATION_CHURCH_SIZES);
const YEARS = choices(YEARS_IN_MINISTRY);

/** The eleven fields of both forms, each by the name under which it is sent. */
export const FIELDS: Record<FieldName, (shown: Shown) => ReactElement> = {
  firstName: (shown) => <TextField {...shown} label="First name" autoComplete="given-name" />,
  lastName: (shown) => <TextField {...shown} label="Last name" autoComplete="family-name" />,
  email: (shown) => <EmailField {...shown} label="Email" hint="We answer to this address." />,
  phone: (shown) => <PhoneField {...shown} label="Phone" />,
  position: (shown) => <TextField {...shown} label="Your role or position" autoComplete="organization-title" />,
  churchName: (shown) => <TextField {...shown} label="Church name" autoComplete="organization" />,
  churchCity: (shown) => <TextField {...shown} label="City" autoComplete="address-level2" />,
  churchState: (shown) => <SelectField {...shown} label="State" autoComplete="address-level1" choices={US_STATES} />,
  churchSize: (shown) => (
    <SelectField
      {...shown}
      label="Church size"
      autoComplete="off"
      choices={CHURCH_SIZES}
      hint="People on a usual weekend."
    />
  ),
  yearsInMinistry: (shown) => (
    <SelectField {...shown} label="Years in youth ministry" autoComplete="off" choices={YEARS} />
  ),
  whyInterested: (shown) => (
    <TextArea {...shown} label="Why are you interested?" rows={6} autoComplete="off" hint="At least 20 characters." />
  ),
};

/** What takes a line of its own. */
export const WIDE: ReadonlySet<FieldName> = new Set(['churchName', 'whyInterested']);
