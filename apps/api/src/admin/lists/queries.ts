import {
  ambassadorFilter,
  fileQuery,
  pageQuery,
  searchFilter,
  subscriberFilter,
  trialFilter,
  trialRequestFilter,
} from '@lampstand/contracts/back-office';
import { queryOf } from '../../platform/http/body-of.ts';

export class AmbassadorQuery extends queryOf(ambassadorFilter) {}
export class FileQuery extends queryOf(fileQuery) {}
export class PagingQuery extends queryOf(pageQuery) {}
export class SearchQuery extends queryOf(searchFilter) {}
export class SubscriberQuery extends queryOf(subscriberFilter) {}
export class TrialQuery extends queryOf(trialFilter) {}
export class TrialRequestQuery extends queryOf(trialRequestFilter) {}
