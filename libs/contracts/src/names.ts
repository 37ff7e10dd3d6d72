export interface Name {
  firstName: string;
  lastName: string;
}

/** "Mary Ann Lee"; without a last name, the first name alone. */
export const fullName = ({ firstName, lastName }: Name): string => `${firstName} ${lastName}`.trim();

/** "Mary Ann Lee" -> Mary, "Ann Lee"; a one-word name has no last name. */
export function splitName(name: string): Name {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}
