import { ADMIN_TEXTS } from '@lampstand/contracts/back-office';
import { Lamp } from '../../components/lamp.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { emailToSignIn } from './auth.ts';
import { SignInForm } from './sign-in-form.tsx';

/** How a page asks for the sign-in: as "Admin Login" or as "Access Required". */
export type SignInPrompt = 'login' | 'access';

const PROMPTS: Record<SignInPrompt, { heading: string; hint?: string }> = {
  login: { heading: 'Admin Login' },
  access: { heading: ADMIN_TEXTS.accessRequired, hint: ADMIN_TEXTS.accessHint },
};

interface Props {
  prompt: SignInPrompt;
  onSignedIn: () => void;
}

/** In place of a page, until a member of staff is signed in. */
export default function SignIn({ prompt, onSignedIn }: Props) {
  const { heading, hint } = PROMPTS[prompt];
  return (
    <SignInCard>
      <Lamp size={56} />
      <h1>{heading}</h1>
      {hint && <p className="quiet">{hint}</p>}
      <SignInForm email={emailToSignIn.read()} onSignedIn={onSignedIn} />
    </SignInCard>
  );
}
