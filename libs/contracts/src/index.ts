export * from './answers.ts';
export * from './calls.ts';
export * from './choices.ts';
export * from './civil-date.ts';
export * from './messages.ts';
export * from './phone.ts';
export * from './plans.ts';
export * from './trial-signup.ts';
