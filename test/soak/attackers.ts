/** Whoever attacks in these proofs: one script behind many addresses, and its answers counted. */
import { aPastor } from '../builders/index.ts';
import { atOnce } from '../invariants/index.ts';
import { clients } from '../support/crowd.mjs';
import type { OwnStack } from '../support/own-stack.ts';

export interface Told {
  status: number;
  body: any;
}

export interface Signed {
  trialId: number;
  phone: string;
  address: string;
}

export const count = (answers: Told[], status: number): number =>
  answers.filter((each) => each.status === status).length;

/** One of `size` addresses that work together. */
export const botnet = (net: string, size: number) => (index: number) => `${net}.${index % size}`;

/** `size` numbers beside each other. */
export const numbersOf = (prefix: string, size: number): string[] =>
  Array.from({ length: size }, (_, n) => `${prefix}${2000 + n}`);

export function attackers(stack: OwnStack) {
  const script = clients(64);

  /** POST /api/{call} as if from `address`. */
  const ask = async (call: string, body: object, address: string): Promise<Told> => {
    const asked = { method: 'POST', path: `/api/${call}`, body, headers: { 'x-forwarded-for': address } };
    const { status, text } = await script.ask(stack.url, asked, []);
    return { status, body: JSON.parse(text) };
  };

  return {
    script,
    ask,
    signUp: (phones: string[], from: (index: number) => string): Promise<Signed[]> =>
      atOnce(phones.length, async (index) => {
        const [phone, address] = [phones[index]!, from(index)];
        return { phone, address, trialId: (await ask('trial-signup', aPastor({ phone }), address)).body.id };
      }),
    askForCodes: (signed: Signed[]): Promise<Told[]> =>
      Promise.all(signed.map(({ address, ...body }) => ask('verify-phone', body, address))),
    /** How many texts the provider has sent to numbers that begin so. */
    texts: async (prefix = ''): Promise<number> => {
      const { sms } = await stack.sandbox.ledger();
      return sms.filter(({ to }: { to: string }) => to.startsWith(`+1${prefix}`)).length;
    },
  };
}
