export {
  accountExists,
  type AccountHolder,
  activateAccount,
  closeAccount,
  correctReservedEmail,
  eraseAccount,
  holderOf,
  releaseReservation,
  reserveAccount,
  trialOfAccount,
} from './accounts.ts';
