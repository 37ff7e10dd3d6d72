import 'reflect-metadata';
import { StripePaymentGateway } from '../billing/adapters/stripe-payment-gateway.ts';
import { BadSettings, loadSettings, type Settings } from '../platform/config/index.ts';
import { type Finding, unseen, wrong } from '../platform/findings.ts';
import { SmtpMailer } from '../platform/mail/adapters/smtp-mailer.ts';
import { TwilioPhoneVerifier } from '../verification/adapters/twilio-phone-verifier.ts';
import { examine } from './examine.ts';

/** `npm run doctor`: a line for each part of an installation, and how to mend what is wrong. It changes nothing. */

async function findingsOf(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = loadSettings(env);
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error;
    return [...error.problems.map(asFinding), unseen('providers', 'not looked at: the settings come first')];
  }
  return examine(settings, {
    gateway: new StripePaymentGateway(settings),
    verifier: new TwilioPhoneVerifier(settings),
    mailer: new SmtpMailer(settings),
  });
}

const asFinding = (problem: string): Finding => wrong('settings', problem, 'the README lists the variables');

const lineOf = ({ verdict, part, says }: Finding): string => `${verdict.padEnd(8)}${part.padEnd(12)}${says}`;

const findings = await findingsOf(process.env);
for (const finding of findings) console.log(lineOf(finding));
process.exitCode = findings.some(({ verdict }) => verdict === 'WRONG') ? 1 : 0;
