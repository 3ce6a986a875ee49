const format = new Intl.DateTimeFormat('sv-SE', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** Names and ISO dates as facts: 'fredag 18 april'. */
export function onDates(days: [string, string][]): [string, string][] {
  return days.map(([name, date]) => [name, format.format(new Date(`${date}T00:00:00Z`))]);
}
