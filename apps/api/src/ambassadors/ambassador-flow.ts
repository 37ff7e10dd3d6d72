import { ambassadorApplication, type AmbassadorEvent } from '@lampstand/workflows';
import type { Flow } from '../workflow/index.ts';
import { AmbassadorApplication } from './domain/ambassador-application.entity.ts';

export type AmbassadorEventName = AmbassadorEvent['type'];

/** The flow of an application: its chart rides on ambassador_applications. */
export const ambassadorFlow: Flow<AmbassadorApplication, AmbassadorEventName> = {
  chart: ambassadorApplication,
  entity: AmbassadorApplication,
};
