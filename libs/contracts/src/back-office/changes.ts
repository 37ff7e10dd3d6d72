/**
 * The messages of GET /api/admin/changes, an event stream: JSON arrays of ids of records and `QUEUE_CHANGE`. With each message of
 * the name `BEAT`, anything may have changed: by time alone, or unheard.
 */
export const QUEUE_CHANGE = 'queue';
export const BEAT = 'beat';
