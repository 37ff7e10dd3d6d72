import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';

/** Whether this process wants new requests: no longer once it was told to stop. */
@Injectable()
export class Readiness implements BeforeApplicationShutdown {
  serving = true;

  beforeApplicationShutdown(): void {
    this.serving = false;
  }
}
