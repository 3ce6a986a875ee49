/** The page of a municipality or a locality. */
export const placeTexts = {
  lead: (county: string) =>
    `Kommun i ${county}. Här står kommande händelser som alla får se och som nämner orten i plats, rubrik eller arrangör.`,
  localityIn: 'Tätort i',
  localityLead:
    'Här står kommande händelser som alla får se och som nämner orten eller äger rum där.',
  localities: 'Tätorter',
  title: 'På gång',
  empty: 'Inga händelser just nu',
  emptyText: (place: string) =>
    `En händelse som alla får se, med ${place} som plats, hamnar här av sig själv.`,
  search: 'Sök på orten',
  all: 'Evenemang',
};
