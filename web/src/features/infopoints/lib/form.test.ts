/** A place while it is written: what is missing, what is sent, what stays on the device. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  emptyForm,
  keepDraft,
  type PlaceForm,
  positionOf,
  readDraft,
  withPosition,
  writtenOf,
  wrongPlace,
  wrongRest,
} from './form.ts';

const form: PlaceForm = {
  ...emptyForm,
  name: ' Lekplatsen ',
  latitude: '58,4069',
  longitude: '15.62012345678',
  idType: 'PLAYGROUND',
};

describe('the first step', () => {
  it('is over once there are a name and coordinates (social.md, Infopoints)', () => {
    expect(wrongPlace(form)).toEqual({});
    expect(Object.keys(wrongPlace(emptyForm))).toEqual(['name', 'latitude', 'longitude']);
    expect(Object.keys(wrongPlace({ ...form, name: ' ' }))).toEqual(['name']);
  });

  it('says whether a coordinate is no number or nowhere on the earth', () => {
    expect(wrongPlace({ ...form, latitude: 'norr' }).latitude).toMatch(/till exempel 59,3293/);
    expect(wrongPlace({ ...form, latitude: '90,5' }).latitude).toMatch(/mellan −90 och 90/);
    expect(wrongPlace({ ...form, longitude: '181' }).longitude).toMatch(/mellan −180 och 180/);
  });

  it('has a position with six decimals, or none', () => {
    expect(positionOf(form)).toEqual({ latitude: 58.4069, longitude: 15.620123 });
    expect(positionOf({ ...form, longitude: '' })).toBeNull();
    expect(positionOf({ ...form, latitude: '91' })).toBeNull();
  });

  it('takes a position as the fields show it', () => {
    const taken = withPosition(form, { latitude: 57.70887, longitude: 11.9745611 });
    expect([taken.latitude, taken.longitude]).toEqual(['57,70887', '11,974561']);
  });
});

describe('what is sent', () => {
  it('is numbers, and words without the spaces around them', () => {
    expect(writtenOf({ ...form, address: ' Parkgatan 1 ' })).toEqual({
      name: 'Lekplatsen',
      latitude: 58.4069,
      longitude: 15.620123,
      idType: 'PLAYGROUND',
      description: '',
      address: 'Parkgatan 1',
      link: '',
      hours: '',
    });
  });

  it('is nothing without a type, and a link is an address of the web', () => {
    expect(writtenOf({ ...form, idType: '' })).toBeNull();
    expect(Object.keys(wrongRest({ ...form, idType: '' }))).toEqual(['idType']);
    expect(wrongRest({ ...form, link: 'https://exempel.se/lek' })).toEqual({});
    expect(Object.keys(wrongRest({ ...form, link: 'javascript:alert(1)' }))).toEqual(['link']);
  });
});

describe('the draft on the device', () => {
  beforeEach(() => localStorage.clear());

  it('is read as it was kept, and gone when it is done', () => {
    keepDraft({ form, idEntity: 3 });
    expect(readDraft()).toEqual({ form, idEntity: 3 });
    keepDraft(null);
    expect(readDraft()).toBeNull();
  });

  it('of another version of the app is none', () => {
    keepDraft({ form: { name: 'Halv' } as PlaceForm, idEntity: null });
    expect(readDraft()).toBeNull();
    keepDraft({ form: { ...form, idType: 'CASTLE' as 'PARK' }, idEntity: null });
    expect(readDraft()).toBeNull();
  });
});
