/** Places that are offered where something asks where it is. */
import type { FindPlaces } from '@/area/slots.ts';
import { infopointTypes } from '@/texts/infopoints.ts';
import { placesNamed } from './api.ts';

const find: FindPlaces = async (typed, signal) => {
  const { content = [] } = await placesNamed(typed, signal);
  return content.map(({ idInfopoint, name, address, latitude, longitude, ...point }) => ({
    value: String(idInfopoint),
    label: name,
    hint: [infopointTypes[point.idType] ?? infopointTypes.OTHER, address, point.municipality]
      .filter(Boolean)
      .join(' · '),
    place: { idInfopoint, name, address, latitude, longitude },
  }));
};
export default find;
