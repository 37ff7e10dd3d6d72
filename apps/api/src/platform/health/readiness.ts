import { Injectable } from '@nestjs/common';

/** Whether this process accepts new requests, as /readyz reports: false from the first signal on. */
@Injectable()
export class Readiness {
  serving = true;
}
