const SHORTEST = 15;
const LONGEST = 200;
const FEWEST_DIFFERENT = 6;

/** Why a staff password is not accepted, or undefined. The only strength rule is length, as NIST SP 800-63B recommends. */
export function passwordProblem(password: string, email?: string): string | undefined {
  const characters = [...password];
  if (characters.length < SHORTEST || characters.length > LONGEST)
    return `A password has ${SHORTEST} to ${LONGEST} characters.`;
  if (new Set(characters).size < FEWEST_DIFFERENT) return 'A password has more than a few different characters.';
  if (email && password.toLowerCase().includes(email.toLowerCase()))
    return 'A password does not hold the email address.';
  return undefined;
}
