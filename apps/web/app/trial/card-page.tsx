import { chosenPlan, dollars, PLANS } from '@lampstand/contracts';
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useSearchParams,
} from 'react-router-dom';
import { RadioField } from '../components/radio-field.tsx';
import { MailLink } from '../components/text-links.tsx';
import { formOf, refuse, useRefusedForm } from '../lib/posted-form.ts';
import { formHeadOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { servicesContext } from '../server/context.ts';
import { loadStep, PlainStep, TrialId, useLoadedTrial } from './plain-step.tsx';

const page: Page = {
  path: '/trial/card',
  title: 'Choose Your Plan and Card',
  description:
    'Step three of the free trial without JavaScript: choose a plan and open the secure card page. Nothing is charged until your 30 days are over.',
  keywords: ['youth ministry free trial', 'plan and card', 'secure card page'],
  noindex: true,
};

export const handle: PageHandle = { page, readsQuery: true, header: 'sign-up' };
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => formHeadOf(page, loaderData);

export const loader = (args: LoaderFunctionArgs) => loadStep('billing-information', args);

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await formOf(request);
  const { value, refusal } = await context.get(servicesContext).openCardPage(typed);
  return refusal ? refuse(context, typed, refusal) : redirect(value.url, 303);
}

/** The way to step three without scripts: the plan, and the payment provider's own page. */
export default function CardPage() {
  const [query] = useSearchParams();
  const trial = useLoadedTrial();
  const refused = useRefusedForm();
  return (
    <PlainStep
      step="billing-information"
      title="Choose your plan and card"
      intro="Nothing is charged until your 30 days are over, and you can cancel before."
    >
      <form className="stack wide" method="post" noValidate>
        <TrialId />
        <RadioField
          name="selectedPlan"
          label="About how many students and leaders take part?"
          choices={CHOICES}
          defaultValue={chosenPlan(query.get('plan')) ?? trial?.selectedPlan}
          error={refused?.error.fields?.['selectedPlan']}
        />
        <p className="small quiet">
          The card is entered on the secure page of Stripe, our payment provider, which needs JavaScript. That page
          shows the price, the day of the first charge and the terms before you agree. If you can’t use JavaScript at
          all, write to <MailLink />.
        </p>
        <button type="submit" className="button primary large">
          Open the secure card page
        </button>
      </form>
    </PlainStep>
  );
}

const CHOICES = PLANS.map(({ id, name, range, amountInCents }) => ({
  value: id,
  label: `${name.includes(range) ? '' : `${name}, `}${range}: ${dollars(amountInCents)} a month`,
}));
