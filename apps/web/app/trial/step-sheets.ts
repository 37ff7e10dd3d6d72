import picker from '../components/plan-picker.module.css';
import answers from './answers.module.css';
import cardForm from './billing/card-form.module.css';
import terms from './billing/terms.module.css';
import nextSteps from './next-steps.module.css';
import opening from './opening-account.module.css';
import change from './phone/change-contact.module.css';
import codeForm from './phone/code-form.module.css';
import phone from './phone/phone-verification.module.css';
import resend from './phone/resend-code.module.css';
import working from './working.module.css';

/** Of the steps whose scripts load later: the server renders them, so their sheets belong to the page. */
export const STEP_SHEETS = [
  picker,
  answers,
  cardForm,
  terms,
  nextSteps,
  opening,
  change,
  codeForm,
  phone,
  resend,
  working,
];
