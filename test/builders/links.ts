import { Clock } from '../../apps/api/src/platform/clock/clock.ts';
import { Settings } from '../../apps/api/src/platform/config/index.ts';
import { SignedLinks } from '../../apps/api/src/platform/signed-links.ts';

/** Signs and reads tokens as a server with this secret does. It takes the server's own code, so only flows may use it. */
export const linksSignedWith = (secret: string): SignedLinks =>
  new SignedLinks(Object.assign(new Settings(), { LINK_SECRETS: secret }), new RealTime());

class RealTime extends Clock {
  readonly offsetMs = 0;
  now = () => new Date();
}
