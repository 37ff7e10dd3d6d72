/** The id of where a page of the back office begins, beside its navigation. */
export const STAFF_CONTENT = 'staff-content';
