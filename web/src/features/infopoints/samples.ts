/** A place, as tests of the pages have it. */
import type { Infopoint } from './types.ts';

export const playground: Infopoint = {
  idInfopoint: 12,
  name: 'Trädgårdsföreningens lekplats',
  longitude: 15.620123,
  latitude: 58.4069,
  idType: 'PLAYGROUND',
  description: 'Gungor och en *båt*.',
  address: 'Parkgatan 1',
  link: 'https://exempel.se/lek',
  hours: 'Alltid öppen',
  pictures: [],
  idEntity: null,
  author: {
    kind: 'person',
    idUser: 8,
    idEntity: null,
    displayName: 'Bo Alm',
    slug: 'bo-alm',
    userName: 'bo-alm',
    profileImage: null,
  },
  idMunicipality: 580,
  municipality: 'Linköping',
  daCreated: '2026-11-01T12:00:00.000Z',
  daUpdated: '2026-11-02T12:00:00.000Z',
  version: 3,
  hidden: false,
  abilities: [],
  connection: null,
};
