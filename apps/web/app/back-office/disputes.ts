/** What a member of staff does about a dispute. */
export const toAnswer = (day: string | null): string =>
  day ? `Answer it in Stripe’s dashboard by ${day}.` : 'The bank takes no answer.';
