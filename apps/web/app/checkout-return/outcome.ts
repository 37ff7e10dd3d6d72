/** How a return from the payment provider ends. An error carries where to try again. */
export type Outcome =
  | { kind: 'success'; firstName?: string; existed?: boolean; notice?: string }
  | { kind: 'error'; title: string; message: string; retry: string };

export const TRIAL = '/trial';
