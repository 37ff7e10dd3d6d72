import { Injectable } from '@nestjs/common';

/** Whether this process wants new requests: no longer once it was told to stop. */
@Injectable()
export class Readiness {
  serving = true;
}
