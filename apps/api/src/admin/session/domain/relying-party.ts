/** The WebAuthn relying party: browsers use a passkey on pages of this origin only. */
export interface RelyingParty {
  /** The host's name. */
  id: string;
  origin: string;
}

const LOOPBACK = /^(127\.0\.0\.1|\[::1\])$/;

/** Browsers know passkeys by names and never by IP addresses, so this machine is called localhost. */
export function relyingPartyOf(siteUrl: string): RelyingParty {
  const url = new URL(siteUrl);
  if (LOOPBACK.test(url.hostname)) url.hostname = 'localhost';
  return { id: url.hostname, origin: url.origin };
}
