import type { ComponentProps } from 'react';
import { SEARCH } from '../lib/site.ts';
import { Field } from './field.tsx';
import styles from './search-box.module.css';

type FieldProps = ComponentProps<'input'> & { label: string; hint?: string };

/** The field of a search, and its button. */
export const SearchField = ({ label, hint, ...input }: FieldProps) => (
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
        <button type="submit" className="button primary">
          Search
        </button>
      </div>
    }
  />
);

/** A plain form that opens the search with what was typed. Ctrl+K moves the focus into it. */
export const SearchBox = ({ label, placeholder }: { label: string; placeholder: string }) => (
  <form className={styles.box} role="search" action={SEARCH}>
    <SearchField label={label} placeholder={placeholder} maxLength={100} />
  </form>
);
