const TIMEOUTS = { idle_in_transaction_session_timeout: 20_000, lock_timeout: 5000, statement_timeout: 30_000 };

/**
 * Sets the timeouts of a connection. As a statement, because PgBouncer refuses them among the start-up parameters; so RESET
 * would not bring them back.
 */
export const SET_TIMEOUTS = Object.entries(TIMEOUTS)
  .map(([name, value]) => `SET ${name} = ${value}`)
  .join('; ');
