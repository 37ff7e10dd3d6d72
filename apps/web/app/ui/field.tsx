import type { InputHTMLAttributes, ReactNode, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import '../styles/fields.css';

interface Frame {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  children?: ReactNode;
}

/** What ties a control to its label, hint and error. Its id is its name. */
const tied = ({ name, hint, error, optional }: Frame) => ({
  id: name,
  name,
  className: 'control',
  'aria-required': optional ? undefined : true,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ') || undefined,
});

function Framed({ name, label, hint, error, control, children }: Frame & { control: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {control}
      {error && (
        <p className="error" id={`${name}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {children}
    </div>
  );
}

type Of<Attributes, Element> = Omit<Attributes, 'name'> & Frame & { ref?: Ref<Element> };

const split = <Props extends Frame>({ label, hint, error, optional, children, ...rest }: Props) => ({
  frame: { name: rest.name, label, hint, error, optional, children } as Frame,
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
