import type { InputHTMLAttributes, ReactNode, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import '../styles/fields.css';

interface Frame {
  /** Where two forms of a page have a field of the same name. */
  id?: string;
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  children?: ReactNode;
}

/** What ties a control to its label, hint and error. Its id is its name, unless it has one of its own. */
const tied = ({ name, id = name, hint, error, optional }: Frame) => ({
  id,
  name,
  className: 'control',
  'aria-required': optional ? undefined : true,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
});

function Framed({ name, id = name, label, hint, error, control, children }: Frame & { control: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {control}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
    </div>
  );
}

type Of<Attributes, Element> = Omit<Attributes, 'name' | 'id'> & Frame & { ref?: Ref<Element> };

const split = <Props extends Frame>({ label, hint, error, optional, children, ...rest }: Props) => ({
  frame: { name: rest.name, ...(rest.id && { id: rest.id }), label, hint, error, optional, children } as Frame,
  rest,
});

export function TextField(props: Of<InputHTMLAttributes<HTMLInputElement>, HTMLInputElement>) {
  const { frame, rest } = split(props);
  return <Framed {...frame} control={<input type="text" {...rest} {...tied(frame)} />} />;
}

export function TextArea(props: Of<TextareaHTMLAttributes<HTMLTextAreaElement>, HTMLTextAreaElement>) {
  const { frame, rest } = split(props);
  return <Framed {...frame} control={<textarea {...rest} {...tied(frame)} />} />;
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
  const control = (
    <select {...rest} {...tied(frame)}>
      <option value="">Choose one</option>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
  return <Framed {...frame} control={control} />;
}
