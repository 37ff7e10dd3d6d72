/** How long personal data is kept where no account needs it, in days. Sweeps delete it then; the privacy policy says so. */
export const KEPT_DAYS = {
  /** From the decision on an ambassador application, or from a withdrawn one's form */
  applications: 730,
  /** From the day a trial request was closed */
  requests: 365,
  /** From the last time a reader asked for the newsletter without confirming the address */
  unconfirmedReaders: 30,
  /** Of emails that we sent */
  mailCopies: 400,
};
