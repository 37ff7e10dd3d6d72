import applicationChart from '@lampstand/workflows/charts/ambassador-application.svg?no-inline';
import subscriptionChart from '@lampstand/workflows/charts/subscription-life.svg?no-inline';
import signupChart from '@lampstand/workflows/charts/trial-signup.svg?no-inline';
import { stateName } from '../format.ts';

/** The pictures that `npm run docs` writes. */
const PICTURES = {
  'sign-up': signupChart,
  subscription: subscriptionChart,
  application: applicationChart,
};

/** The chart of a record. The fragment of the picture's address highlights the state. */
export const ChartPicture = ({ of, state }: { of: keyof typeof PICTURES; state: string }) => (
  <img
    className="chart"
    src={`${PICTURES[of]}#${state}`}
    alt={`Chart of the ${of}, which is at: ${stateName(state)}`}
  />
);
