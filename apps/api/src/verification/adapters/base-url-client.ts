import twilio from 'twilio';
import type { RequestOptions } from 'twilio/lib/base/RequestClient.js';
import type http from 'twilio/lib/http/response.js';

const { RequestClient } = twilio;

/** Twilio's own client pointed at another address, as its maintainers advise: the host becomes the first path segment. */
export class BaseUrlClient extends RequestClient {
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
