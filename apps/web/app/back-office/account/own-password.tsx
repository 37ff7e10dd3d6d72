import { TextField } from '../../ui/field.tsx';
import { useStaff } from '../frame/staff.ts';

/** The password of who is signed in, once more; the hidden field tells password managers whose it is. */
export function OwnPassword({ error }: { error: string | undefined }) {
  const { email } = useStaff();
  return (
    <>
      <input hidden readOnly name="email" autoComplete="username" value={email} />
      <TextField
        id="own-password"
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        error={error}
      />
    </>
  );
}
