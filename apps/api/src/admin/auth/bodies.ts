import { ownPasswordBody } from '@lampstand/contracts/back-office';
import { bodyOf } from '../../platform/http/body-of.ts';

export class ConfirmPasswordBody extends bodyOf(ownPasswordBody) {}
