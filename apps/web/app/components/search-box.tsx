import type { ComponentProps } from 'react';
import { SEARCH } from '../lib/site.ts';
import { Field } from './field.tsx';
import styles from './search-box.module.css';

/** `look` is that of the button: primary, unless the page has another button that leads on. */
type FieldProps = ComponentProps<'input'> & { label: string; hint?: string; look?: 'primary' | 'second' };

/** The field of a search, and its button. */
export const SearchField = ({ label, hint, look = 'primary', ...input }: FieldProps) => (
  <Field
    name="q"
    label={label}
    hint={hint}
    control={
      <div className={styles.row}>
        <input
          className="control"
          type="search"
          id="q"
          name="q"
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          aria-describedby={hint && 'q-hint'}
          {...input}
        />
        <button type="submit" className={`button ${look}`}>
          Search
        </button>
      </div>
    }
  />
);

/** A plain form that opens the search with what was typed. Ctrl+K moves the focus into it. */
export const SearchBox = (field: Pick<FieldProps, 'label' | 'look' | 'placeholder'>) => (
  <form className={styles.box} role="search" action={SEARCH}>
    <SearchField {...field} maxLength={100} />
  </form>
);
