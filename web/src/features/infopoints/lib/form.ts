/** A place while it is written: texts as they stand in the fields, and what is sent of them. Pure but for the draft on the device. */
import { PERSONAL, readStored, writeStored } from '@/lib/storage.ts';
import { infopointTypes, infopointFormTexts as texts } from '@/texts/infopoints.ts';
import type { Infopoint, InfopointType, Written } from '../types.ts';
import { degreesOf, fieldText, isOnEarth, keptOf, type Position } from './coordinates.ts';

export type PlaceForm = {
  name: string;
  latitude: string;
  longitude: string;
  idType: InfopointType | '';
  description: string;
  address: string;
  link: string;
  hours: string;
};
export type Wrong = Partial<Record<keyof PlaceForm, string>>;

/** Most characters of each (contract §11.1). */
export const MOST = { name: 120, description: 4000, address: 200, link: 500, hours: 500 };

/** In whose names one adds places besides one's own. */
export const WRITERS = ['OWNER', 'ADMINISTRATOR', 'EDITOR'];

export const emptyForm: PlaceForm = {
  name: '',
  latitude: '',
  longitude: '',
  idType: '',
  description: '',
  address: '',
  link: '',
  hours: '',
};

export const formOf = (point: Infopoint): PlaceForm => ({
  name: point.name,
  latitude: fieldText(point.latitude),
  longitude: fieldText(point.longitude),
  idType: point.idType,
  description: point.description,
  address: point.address ?? '',
  link: point.link ?? '',
  hours: point.hours ?? '',
});

export const withPosition = (form: PlaceForm, { latitude, longitude }: Position): PlaceForm => ({
  ...form,
  latitude: fieldText(latitude),
  longitude: fieldText(longitude),
});

/** null: it is not written, or nowhere on the earth. */
export function positionOf({
  latitude,
  longitude,
}: Pick<PlaceForm, keyof Position>): Position | null {
  const [y, x] = [degreesOf(latitude), degreesOf(longitude)];
  if (y === null || x === null) return null;
  return isOnEarth(y, 'latitude') && isOnEarth(x, 'longitude')
    ? keptOf({ latitude: y, longitude: x })
    : null;
}

function wrongDegrees(text: string, which: keyof Position): string | undefined {
  const degrees = degreesOf(text);
  if (degrees === null) return texts.missing[which];
  return isOnEarth(degrees, which) ? undefined : texts.missing[`${which}Range`];
}

/** What of its name and position is missing: without these there is no next step. */
export const wrongPlace = (form: PlaceForm): Wrong => ({
  ...(!form.name.trim() && { name: texts.missing.name }),
  ...wrongOf('latitude', wrongDegrees(form.latitude, 'latitude')),
  ...wrongOf('longitude', wrongDegrees(form.longitude, 'longitude')),
});

const wrongOf = (field: keyof PlaceForm, words: string | undefined): Wrong =>
  words ? { [field]: words } : {};

export const wrongRest = ({ idType, link }: PlaceForm): Wrong => ({
  ...(!idType && { idType: texts.missing.type }),
  ...(link.trim() && !/^https?:\/\/\S+$/i.test(link.trim()) && { link: texts.missing.link }),
});

/** null: something of it is missing. */
export function writtenOf(form: PlaceForm): Written | null {
  const position = positionOf(form);
  if (!position || !form.idType) return null;
  return {
    name: form.name.trim(),
    ...position,
    idType: form.idType,
    description: form.description.trim(),
    address: form.address.trim(),
    link: form.link.trim(),
    hours: form.hours.trim(),
  };
}

export type Draft = { form: PlaceForm; idEntity: number | null };
const KEY = `${PERSONAL}infopoint:new`;

/** What somebody has begun to write, on this device: a reload takes nothing away. null: nothing, or it cannot be read. */
export function readDraft(): Draft | null {
  try {
    const kept = JSON.parse(readStored(KEY) ?? 'null') as Draft | null;
    const fields = Object.keys(emptyForm) as (keyof PlaceForm)[];
    const isWhole = kept && fields.every((field) => typeof kept.form?.[field] === 'string');
    if (!isWhole || (kept.form.idType && !(kept.form.idType in infopointTypes))) return null;
    return kept;
  } catch {
    return null;
  }
}

export const keepDraft = (draft: Draft | null): void =>
  writeStored(KEY, draft && JSON.stringify(draft));
