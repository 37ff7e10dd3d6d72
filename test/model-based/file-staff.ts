import { aStaffMember, type Calls, callsTo, cookiesOf, type StaffMember } from '../builders/index.ts';
import type { Stack } from '../support/index.ts';

/** A member of staff who signs in again whenever the clock has ended the session. */
export class FileStaff {
  private calls!: Calls;

  private constructor(
    private readonly stack: Stack,
    private readonly member: StaffMember,
  ) {}

  static async of(stack: Stack): Promise<FileStaff> {
    const staff = new FileStaff(stack, await aStaffMember(stack));
    await staff.signsInAgain();
    return staff;
  }

  get id(): number {
    return this.member.id;
  }

  async signsInAgain(): Promise<void> {
    const { email, password } = this.member;
    const answer = await callsTo(this.stack).post('admin/login', { email, password });
    if (answer.status !== 200) throw new Error(`The sign-in failed: ${answer.status} ${answer.text}`);
    this.calls = callsTo(this.stack, { cookie: cookiesOf(answer) });
  }

  async get(path: string) {
    return expecting(200, path, await this.calls.get(path));
  }

  async saves(call: string, body: object): Promise<number> {
    const { status, text, body: saved } = await this.calls.post(call, body);
    if (status !== 200 && status !== 201) throw new Error(`${call} was refused: ${status} ${text}`);
    return saved.id;
  }
}

function expecting<Answer extends { status: number; text: string }>(
  status: number,
  path: string,
  answer: Answer,
): Answer {
  if (answer.status !== status) throw new Error(`${path} was refused: ${answer.status} ${answer.text}`);
  return answer;
}
