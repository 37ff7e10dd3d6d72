import { formatPhone, tenDigits } from '@lampstand/contracts';
import {
  type ComponentProps,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useState,
} from 'react';
import { useTyped } from '../lib/posted-form.ts';
import { useErrorInTitle } from '../lib/title.ts';
import { SupportText } from './text-links.tsx';
import styles from './field.module.css';

interface FieldProps {
  /** Only where two fields of a page have the same name; defaults to the name. */
  id?: string;
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  children?: ReactNode;
}

/** Attributes that tie a control to its label, hint and error. */
const controlProps = ({ name, id = name, hint, error, optional }: FieldProps) => ({
  id,
  name,
  className: 'control',
  'aria-required': optional ? undefined : true,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
});

/** A control of its own with the label, hint and error of a field. Scripts find the field by its `data-field`. */
export function Field({ name, id = name, label, hint, error, control, children }: FieldProps & { control: ReactNode }) {
  useErrorInTitle(Boolean(error));
  return (
    <div className={styles.field} data-field={name}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {control}
      <FieldNotes id={id} hint={hint} error={error && <SupportText>{error}</SupportText>} />
      {children}
    </div>
  );
}

/** The hint and the error of a field. */
export const FieldNotes = ({ id, hint, error }: { id: string; hint?: ReactNode; error?: ReactNode }) => (
  <>
    {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    {hint && (
      <p className={styles.hint} id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </>
);

/** Hidden while it is empty. */
export const FieldError = ({ id, children }: { id?: string; children?: ReactNode }) => (
  <p className={styles.error} id={id} data-error="">
    {children}
  </p>
);

type Of<Attributes, Element> = Omit<Attributes, 'name' | 'id'> & FieldProps & { ref?: Ref<Element> };

const split = <Props extends FieldProps>({ label, hint, error, optional, children, ...rest }: Props) => ({
  frame: { name: rest.name, ...(rest.id && { id: rest.id }), label, hint, error, optional, children } as FieldProps,
  rest,
});

export function TextField(props: Of<InputHTMLAttributes<HTMLInputElement>, HTMLInputElement>) {
  const { frame, rest } = split(props);
  const typed = useTyped(frame.name);
  const value = typed !== undefined && { defaultValue: typed };
  return <Field {...frame} control={<input type="text" {...rest} {...value} {...controlProps(frame)} />} />;
}

export function TextArea(props: Of<TextareaHTMLAttributes<HTMLTextAreaElement>, HTMLTextAreaElement>) {
  const { frame, rest } = split(props);
  const typed = useTyped(frame.name);
  return <Field {...frame} control={<textarea {...rest} defaultValue={typed} {...controlProps(frame)} />} />;
}

interface Choice {
  value: string;
  label: string;
}

export function SelectField({
  choices,
  ...props
}: Of<SelectHTMLAttributes<HTMLSelectElement>, HTMLSelectElement> & { choices: readonly Choice[] }) {
  const { frame, rest } = split(props);
  const typed = useTyped(frame.name);
  const control = (
    <select {...rest} defaultValue={typed} {...controlProps(frame)}>
      <option value="">Choose one</option>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
  return <Field {...frame} control={control} />;
}

type TextFieldProps = ComponentProps<typeof TextField>;

/**
 * Formats the number while it is typed, and one typed before the scripts ran; one of another country stays as it is. Says so when it
 * does not take a letter.
 */
export function PhoneField({ ref, onChange, children, ...props }: TextFieldProps) {
  const [dropped, setDropped] = useState(false);
  return (
    <TextField
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="(512) 555-0123"
      {...props}
      ref={(input) => {
        if (input) formatPhoneAsTyped(input);
        if (typeof ref === 'function') return ref(input);
        if (ref) ref.current = input;
      }}
      onChange={(event) => {
        const letters = /[^\d\s()+./-]/;
        const hadLetters = letters.test(event.target.value);
        formatPhoneAsTyped(event.target);
        setDropped(hadLetters && !letters.test(event.target.value) && !tenDigits(event.target.value));
        return onChange?.(event);
      }}
    >
      <p role="status" className={styles.hint}>
        {dropped && <span>Use digits only.</span>}
      </p>
      {children}
    </TextField>
  );
}

/** Rewrites the value as "(512) 555-0142" and keeps the caret after the same digit. */
export function formatPhoneAsTyped(input: HTMLInputElement) {
  const before = digitsIn(input.value.slice(0, input.selectionStart ?? input.value.length));
  const atEnd = input.selectionStart === input.value.length;
  const formatted = formatPhone(input.value);
  if (formatted === input.value) return;
  input.value = formatted;
  if (atEnd || document.activeElement !== input) return;
  let seen = 0;
  const caret = [...input.value].findIndex((each) => /\d/.test(each) && ++seen >= before) + 1;
  input.setSelectionRange(caret, caret);
}

const digitsIn = (text: string) => text.replace(/\D/g, '').length;
