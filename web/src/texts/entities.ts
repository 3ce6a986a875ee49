/** Labels stand in the order in which they are offered. An unknown type shows its raw value. */
export const relationLabels: Record<string, string> = {
  OWNER: 'Ägare',
  ADMINISTRATOR: 'Administratör',
  MEMBER: 'Medlem',
  BOARDMEMBER: 'Styrelseledamot',
  FOLLOWER: 'Följare',
  EMPLOYEE: 'Anställd',
  MODERATOR: 'Moderator',
  EDITOR: 'Redaktör',
  BOOKER: 'Bokare',
  MANAGER: 'Chef',
  CUSTOMER: 'Kund',
  TENANT: 'Hyresgäst',
  TIMEREPORTER: 'Tidrapportör',
  CONTRACTOR: 'Entreprenör',
  PARTICIPANT: 'Deltagare',
  PUPIL: 'Elev',
  STUDENT: 'Student',
  TEACHER: 'Lärare',
  LEADER: 'Ledare',
  PRESIDENT: 'Ordförande',
  SCHOOL_FOOD_ADMIN: 'Skolmatsansvarig',
  MENU_WRITER: 'Menyskribent',
};

export const entityTypeLabels: Record<string, string> = {
  association: 'Förening',
  'sports-club': 'Idrottsförening',
  'cultural-association': 'Kulturförening',
  school: 'Skola',
  preschool: 'Förskola',
  'high-school': 'Gymnasium',
  company: 'Företag',
  store: 'Butik',
  restaurant: 'Restaurang',
  organization: 'Organisation',
  municipality: 'Kommun',
  region: 'Region',
  tourism_agency: 'Turistbyrå',
  embassy: 'Ambassad',
  government: 'Myndighet',
  family: 'Familj',
};

export function relationLabel(type: string): string {
  // A bot is made in a place of its own: nobody is offered to become one.
  return type === 'BOT' ? 'Bot' : (relationLabels[type] ?? type);
}

export function entityTypeLabel(type: string): string {
  return entityTypeLabels[type] ?? 'Organisation';
}
