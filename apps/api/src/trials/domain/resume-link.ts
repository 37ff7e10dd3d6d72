/** The link that resumes a sign-up on any device. Opening it changes nothing. */
export const resumeLink = (siteUrl: string, trialId: number): string =>
  `${siteUrl}/trial?step=verification&trialId=${trialId}`;
