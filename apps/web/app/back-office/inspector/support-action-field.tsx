import { formatPhone } from '@lampstand/contracts';
import type { RepairName } from '@lampstand/contracts/back-office';
import { formatPhoneAsTyped, TextField } from '../../components/field.tsx';

/** The input of a support action; most have none. */
export function SupportActionField({ name, error }: { name: RepairName; error?: string | undefined }) {
  switch (name) {
    case 'correct-phone':
      return (
        <TextField
          id="repair-phone"
          name="phone"
          label="New mobile phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          onChange={({ target }) => formatPhoneAsTyped(target)}
          placeholder={formatPhone('5551234567')}
          error={error}
        />
      );
    case 'correct-email':
      return (
        <TextField
          id="repair-email"
          name="email"
          label="New e-mail"
          type="email"
          inputMode="email"
          autoComplete="off"
          error={error}
        />
      );
    case 'supersede':
      return (
        <TextField
          id="repair-by"
          name="by"
          label="Id of the sign-up that counts"
          hint="Find it by the box at the top; its page shows the id."
          inputMode="numeric"
          autoComplete="off"
          error={error}
        />
      );
    case 'extend-trial':
      return <TextField id="repair-until" name="until" label="New last day of the trial" type="date" error={error} />;
    case 'erase':
      return (
        <TextField
          id="repair-confirm"
          name="confirm"
          label="Type ERASE to confirm"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="characters"
          error={error}
        />
      );
    default:
      return null;
  }
}
