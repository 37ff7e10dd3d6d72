import { TextArea, TextField } from '../../ui/field.tsx';
import type { FieldsProps } from './fields.ts';

export function More({ register, errorOf }: FieldsProps) {
  return (
    <fieldset className="card fields">
      <legend>
        A little more <span className="optional">(optional)</span>
      </legend>
      <TextField
        {...register('howHeardAbout')}
        label="How did you hear about us?"
        autoComplete="off"
        optional
        error={errorOf('howHeardAbout')}
      />
      <TextField
        {...register('churchSoftware')}
        label="Church software you use"
        autoComplete="off"
        optional
        error={errorOf('churchSoftware')}
      />
      <div className="wide-field">
        <TextArea
          {...register('message')}
          label="Anything we should know?"
          rows={4}
          autoComplete="off"
          optional
          error={errorOf('message')}
        />
      </div>
    </fieldset>
  );
}
