import { ADMIN_TOASTS } from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { post } from '../../lib/api.ts';
import { showToast } from '../../ui/toast-store.ts';
import { unlockFlag } from '../database/unlock.ts';
import { forgetWhatWasRead, nobodyIsSignedIn } from './auth.ts';

/** Ends the session, and with it the database page's unlock and all that was read. */
export const useSignOut = (onSignedOut: () => void) =>
  useMutation({
    mutationFn: () => post('/api/admin/logout', {}),
    onSuccess: () => {
      unlockFlag.clear();
      onSignedOut();
      nobodyIsSignedIn();
      forgetWhatWasRead();
      showToast(ADMIN_TOASTS.loggedOut);
    },
    onError: () => showToast(ADMIN_TOASTS.logoutFailed),
  });
