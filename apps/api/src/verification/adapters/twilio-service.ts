import twilio from 'twilio';
import type { RequestOptions } from 'twilio/lib/base/RequestClient.js';
import type http from 'twilio/lib/http/response.js';
import type { Settings } from '../../platform/config/index.ts';

const TIMEOUT_MS = 8000;
const { RequestClient } = twilio;

export type Verify = ReturnType<typeof verifyOf>;

/** The Verify service of the settings, and the attempts to deliver its codes, by Twilio's client. */
export function verifyOf(settings: Settings) {
  // autoRetry stays off: a 429 of Verify lasts for minutes.
  const httpClient = new BaseUrlClient(settings.TWILIO_API_BASE, { timeout: TIMEOUT_MS, autoRetry: false });
  const client = twilio(settings.TWILIO_ACCOUNT_SID, settings.TWILIO_AUTH_TOKEN, { httpClient });
  const { v2 } = client.verify;
  return { service: v2.services(settings.TWILIO_VERIFY_SERVICE_SID), attempts: v2.verificationAttempts };
}

/** Twilio's client with another base address, as its maintainers advise: the host becomes the first path segment. */
class BaseUrlClient extends RequestClient {
  constructor(
    private readonly base: string | undefined,
    options: ConstructorParameters<typeof RequestClient>[0],
  ) {
    super(options);
  }

  override request<T>(options: RequestOptions<T>): Promise<http.default<T>> {
    if (!this.base) return super.request(options);
    const { hostname, pathname, search } = new URL(options.uri);
    return super.request({ ...options, uri: `${this.base}/${hostname}${pathname}${search}` });
  }
}
