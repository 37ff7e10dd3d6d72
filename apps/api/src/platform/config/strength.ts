/** Whether a secret is no secret: one of the sandbox, a word that stands where a secret belongs, or a few characters repeated. */
export const isWeakSecret = (secret: string): boolean =>
  isOfTheSandbox(secret) ||
  PLACEHOLDER.test(secret) ||
  REPEATED.test(secret) ||
  new Set(secret).size < FEWEST_DIFFERENT;

/** What docker/sandbox.env holds where a secret belongs. */
export const isOfTheSandbox = (secret: string): boolean => secret.startsWith('only-for-the-sandbox');

const PLACEHOLDER = /change.?me|replace.?me|placeholder|your.?secret|example/i;
const REPEATED = /^(.+?)\1+$/;
const FEWEST_DIFFERENT = 8;

const SHORTEST_PASSWORD = 15;
const FEWEST_DIFFERENT_OF_A_PASSWORD = 6;

/** As the passwords of staff are judged (admin/session/domain/passwords.ts). */
export const passwordWeakness = (password: string, email?: string): boolean =>
  [...password].length < SHORTEST_PASSWORD ||
  new Set(password).size < FEWEST_DIFFERENT_OF_A_PASSWORD ||
  (!!email && password.toLowerCase().includes(email.toLowerCase()));
