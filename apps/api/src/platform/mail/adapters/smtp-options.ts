import { isProduction, leavesTheMachine, type Settings } from '../../config/index.ts';

export const SMTP_TIMEOUT_MS = 10_000;

/** How the mail server of SMTP_URL is reached: in production, over any wire, never without TLS. */
export function smtpOptions(settings: Settings) {
  const { SMTP_URL } = settings;
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL);
  const secure = protocol === 'smtps:';
  return {
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && isProduction(settings) && leavesTheMachine(SMTP_URL),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  };
}
