import { sqlStates, trialSignup } from '@lampstand/workflows';

/** Of a row of `trial_signups`: support requested to erase an opened account, which an administrator has to approve. */
export const NEEDS_ADMINISTRATOR = `(state IN (${sqlStates(trialSignup, 'opened')})
  AND EXISTS (SELECT FROM staff_accounts WHERE id = erasure_requested_by AND role = 'support'))`;
