import { staffNoteBody } from '@lampstand/contracts/back-office';
import { bodyOf } from '../../platform/http/body-of.ts';

export class WriteNoteBody extends bodyOf(staffNoteBody) {}
