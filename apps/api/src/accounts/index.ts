export {
  type AccountDetails,
  accountExists,
  activateAccount,
  correctReservedEmail,
  eraseAccount,
  releaseReservation,
  reserveAccount,
} from './accounts.ts';
