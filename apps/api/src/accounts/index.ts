export {
  type AccountDetails,
  accountExists,
  activateAccount,
  correctReservedEmail,
  releaseReservation,
  reserveAccount,
} from './accounts.ts';
