/** A school's menu, of the week of a day where one is meant; without a school where one is chosen. */
export function lunchPath(organization?: number, day?: string): string {
  const query = new URLSearchParams();
  if (organization) query.set('organization', String(organization));
  if (organization && day) query.set('date', day);
  return query.size > 0 ? `/skolmatsedel?${query}` : '/skolmatsedel';
}
