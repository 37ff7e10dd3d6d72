/** Mail domains that people mistype. */
const COMMON = [
  'gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'aol.com', 'comcast.net', 'verizon.net',
  'sbcglobal.net', 'bellsouth.net', 'protonmail.com',
]; // oxfmt-ignore
/** Domains that exist, although they look like a common one mistyped. */
const SIMILAR = new Set([
  'mail.com', 'email.com', 'ymail.com', 'gmx.com', 'fmail.com', 'aim.com', 'me.com', 'mac.com', 'live.com', 'msn.com',
  'yahoo.ca', 'hotmail.ca', 'yahoo.co.uk', 'outlook.fr', 'hotmail.fr', 'yahoo.fr',
]); // oxfmt-ignore
const ENDINGS: Record<string, string> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  vom: 'com',
  xom: 'com',
  comm: 'com',
  ogr: 'org',
  orgg: 'org',
  nte: 'net',
};

/** The address that was probably meant: "mary@gmial.com" -> "mary@gmail.com". Undefined when nothing looks mistyped. */
export function intendedAddress(typed: string): string | undefined {
  const [, name, host] = /^([^@\s]+)@([^@\s]+)$/.exec(typed.trim()) ?? [];
  if (!name || !host) return undefined;
  const domain = host.toLowerCase();
  if (SIMILAR.has(domain) || COMMON.includes(domain)) return undefined;
  const meant = COMMON.find((each) => isOneSlipFrom(domain, each)) ?? withKnownEnding(domain);
  return meant && `${name}@${meant}`;
}

function withKnownEnding(domain: string): string | undefined {
  const at = domain.lastIndexOf('.');
  const ending = at > 0 && ENDINGS[domain.slice(at + 1)];
  return ending ? `${domain.slice(0, at)}.${ending}` : undefined;
}

/** Whether one letter is missing, too many, wrong, or swapped with its neighbor. */
function isOneSlipFrom(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start += 1;
  const [a, b] = [typed.slice(start), meant.slice(start)];
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || a === `${b[1]}${b[0]}${b.slice(2)}`;
}
