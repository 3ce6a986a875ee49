/** Places, by the names of the API document. */
import type { infopointTypes } from '@/texts/infopoints.ts';
import type { Position } from './lib/coordinates.ts';

export type InfopointType = keyof typeof infopointTypes;

export type Speaker = {
  kind: 'person' | 'entity';
  idUser: number | null;
  idEntity: number | null;
  displayName: string;
  slug: string | null;
  userName: string | null;
  profileImage: string | null;
};
export type Picture = { image: string; url: string; alt: string; width: number; height: number };
export type Connection = {
  idInfopointConnection: number;
  idInfopoint: number;
  flFavorite: boolean;
  flNotification: boolean;
};
export type Infopoint = Position & {
  idInfopoint: number;
  name: string;
  idType: InfopointType;
  description: string;
  address: string | null;
  link: string | null;
  hours: string | null;
  pictures: Picture[];
  idEntity: number | null;
  author: Speaker;
  idMunicipality: number | null;
  municipality: string | null;
  daCreated: string;
  daUpdated: string;
  version: number;
  hidden: boolean;
  abilities: ('EDIT' | 'DELETE')[];
  connection: Connection | null;
  /** Metres; in answers to where one is, and of similar ones. */
  distance?: number;
};
export type Cluster = { lon: number; lat: number; count: number };
/** Either places or clusters of them. */
export type Found = { content?: Infopoint[]; clusters?: Cluster[]; truncated: boolean };
export type Infopoints = { content: Infopoint[]; hasMore: boolean; cursor: number | null };
export type MyInfopoints = Infopoints & {
  municipalities: { idMunicipality: number; name: string }[];
};
/** What the server noticed of what was sent. */
export type Noticed = {
  warnings: 'OUTSIDE_SWEDEN'[];
  swapped: Position | null;
  similar: Infopoint[];
};
export type Created = Infopoint & Noticed;
export type Drafted = Noticed & { step: 0 | 1; municipality: string | null };

export type Written = Position & {
  name: string;
  idType: InfopointType;
  description: string;
  address: string;
  link: string;
  hours: string;
};
/** What of a connection one click changes. */
export type Flag = 'flFavorite' | 'flNotification';
