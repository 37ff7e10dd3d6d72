import { may, type Right, type StaffMember } from '@lampstand/contracts/back-office';
import { createContext, useContext } from 'react';

/** A member of staff at this browser. */
export interface Staff extends StaffMember {
  may: (right: Right) => boolean;
}

export const staffOf = (member: StaffMember): Staff => ({
  ...member,
  may: (right) => may(member.role, right) && (!member.secondFactorRequired || right === 'account'),
});

export const StaffContext = createContext<Staff | undefined>(undefined);

/** Who is signed in. Only below <BackOffice>, which shows its children to nobody else. */
export function useStaff(): Staff {
  const staff = useContext(StaffContext);
  if (!staff) throw new Error('useStaff() outside of <BackOffice>');
  return staff;
}
