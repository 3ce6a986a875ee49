/** Positions as people write them, the part of the map that is asked for, the names on it. */
import { describe, expect, it } from 'vitest';
import { around, askedView, bboxOf, closer, containing, SWEDEN } from './bounds.ts';
import {
  coarse,
  degreesOf,
  distanceWords,
  fieldText,
  isOnEarth,
  keptOf,
  pairOf,
  positionWords,
} from './coordinates.ts';
import { namedTowns, nearestTown, type Town, towns } from './towns.ts';

describe('degrees', () => {
  it.each([
    ['59.3293', 59.3293],
    ['59,3293', 59.3293],
    [' 18 ', 18],
    ['-122,4', -122.4],
    ['−33.9', -33.9],
    ['59,3293°', 59.3293],
    ['59.3293 N', 59.3293],
    ['18,07° Ö', 18.07],
    ['18.07e', 18.07],
    ['70,5 V', -70.5],
    ['33 S', -33],
    ['0', 0],
  ])('of %j', (text, degrees) => {
    expect(degreesOf(text)).toBe(degrees);
  });

  it.each(['', 'norr', '59,', '59.3.2', '5 9', '1e3', '59,3293 X', 'NaN', 'Infinity', '1234'])(
    'are not %j',
    (text) => {
      expect(degreesOf(text)).toBeNull();
    },
  );

  it('of two numbers in one text, latitude first as maps copy them', () => {
    const pair = { latitude: '59.3293', longitude: '18.0686' };
    for (const text of [
      '59.3293, 18.0686',
      '59.3293,18.0686',
      '59.3293 18.0686',
      '59.3293;18.0686',
    ]) {
      expect(pairOf(text)).toEqual(pair);
    }
    for (const text of ['59,3293, 18,0686', '59,3293 18,0686', '59,3293; 18,0686']) {
      expect(pairOf(text)).toEqual({ latitude: '59,3293', longitude: '18,0686' });
    }
  });

  it('with a decimal comma are one number', () => {
    expect(pairOf('59,3293')).toBeNull();
    expect(pairOf('59.3293')).toBeNull();
    expect(pairOf('1,2,3')).toBeNull();
  });

  it('lie on the earth up to the poles and the line of the date', () => {
    expect([90, -90, 90.1].map((one) => isOnEarth(one, 'latitude'))).toEqual([true, true, false]);
    expect([180, -180.5].map((one) => isOnEarth(one, 'longitude'))).toEqual([true, false]);
  });

  it('are kept with six decimals; of a device three are sent (contract §11.1)', () => {
    const at = { latitude: 59.32930049, longitude: 18.06860061 };
    expect(keptOf(at)).toEqual({ latitude: 59.3293, longitude: 18.068601 });
    expect(coarse(at)).toEqual({ latitude: 59.329, longitude: 18.069 });
    expect(Object.is(coarse({ latitude: -0.0001, longitude: 0 }).latitude, 0)).toBe(true);
  });

  it('are shown as one writes them in Swedish, and read again', () => {
    expect(fieldText(59.3293)).toBe('59,3293');
    expect(degreesOf(fieldText(-70.123456))).toBe(-70.123456);
    expect(positionWords({ latitude: 59.3293, longitude: 18.07 })).toBe('59,3293° N, 18,07° Ö');
    expect(positionWords({ latitude: -33.9, longitude: -70.5 })).toBe('33,9° S, 70,5° V');
  });
});

it.each([
  [0, '10 m'],
  [48, '50 m'],
  [994, '990 m'],
  [996, '1 km'],
  [1234, '1,2 km'],
  [9960, '10 km'],
  [12_400, '12 km'],
])('%i metres are %s', (metres, words) => {
  expect(distanceWords(metres)).toBe(words);
});

describe('the part that is asked for', () => {
  it('is west, south, east, north', () => {
    expect(bboxOf(SWEDEN)).toBe('10.5,55,24.5,69.3');
    expect(bboxOf({ west: 15.123456, south: 58, east: 16, north: 59 })).toBe('15.1235,58,16,59');
  });

  it('may lie over the line of the date: west is larger than east then', () => {
    expect(bboxOf({ west: 170, south: -10, east: 190, north: 10 })).toBe('170,-10,-170,10');
    expect(bboxOf({ west: -190, south: -10, east: -170, north: 10 })).toBe('170,-10,-170,10');
  });

  it('is the whole earth at most', () => {
    expect(bboxOf({ west: -300, south: -120, east: 300, north: 95 })).toBe('-180,-90,180,90');
  });

  it('is the country where the country fits the window, and no more than the window otherwise', () => {
    expect(askedView({ west: -10, south: 54, east: 40, north: 70 })).toBe(SWEDEN);
    const south = { west: 10, south: 55, east: 25, north: 60 };
    expect(askedView(south)).toBe(south);
    // From Italy to the pole: places abroad are asked for as well.
    const wide = { west: -10, south: 40, east: 60, north: 85 };
    expect(askedView(wide)).toBe(wide);
  });

  it('around a position is as wide as it is high on the ground', () => {
    const { west, south, east, north } = around({ longitude: 18, latitude: 60 }, 1000);
    expect((north - south) * 111_320).toBeCloseTo(2000, 0);
    // At 60 degrees a degree of longitude is half as long.
    expect((east - west) / (north - south)).toBeCloseTo(2, 3);
  });

  it('a step closer is a quarter of it, around what was chosen', () => {
    const view = { west: 10, south: 56, east: 18, north: 60 };
    expect(closer(view, { longitude: 16, latitude: 58 })).toEqual({
      west: 15,
      south: 57.5,
      east: 17,
      north: 58.5,
    });
  });

  it('holds all that was found, one alone with room around it', () => {
    expect(containing([])).toBeNull();
    const one = { longitude: 15, latitude: 58 };
    const single = containing([one]);
    expect(single?.west).toBeLessThan(15);
    expect(single?.north).toBeGreaterThan(58);
    const two = containing([one, { longitude: 25, latitude: 68 }]);
    expect(two).toEqual({ west: 14, south: 57, east: 26, north: 69 });
  });
});

describe('the towns', () => {
  it('are those of all 290 municipalities, in Sweden', () => {
    expect(towns).toHaveLength(290);
    expect(towns[0]?.name).toBe('Stockholm');
    for (const { name, longitude, latitude } of towns) {
      const inside = longitude > SWEDEN.west && longitude < SWEDEN.east && latitude > SWEDEN.south;
      expect(inside && latitude < SWEDEN.north, name).toBe(true);
    }
  });

  it.each([
    ['Linköping', 15.6, 58.4],
    ['Kiruna', 20.2, 67.9],
    ['Visby', 18.3, 57.6],
  ])('nearest is %s', (name, longitude, latitude) => {
    // The municipality of Visby is Gotland.
    const found = nearestTown({ longitude, latitude });
    expect(found).toBe(name === 'Visby' ? 'Gotland' : name);
  });

  it('are named where their names do not lie over a larger one, and in the window', () => {
    const at = (name: string, longitude: number, latitude = 0): Town => ({
      name,
      longitude,
      latitude,
    });
    const all = [
      at('Stor', 100),
      at('Nära', 150),
      at('Bredvid', 200),
      at('Ute', 500),
      at('Under', 110, 40),
    ];
    const named = namedTowns(
      ({ longitude: x, latitude: y }) => ({ x, y }),
      { x: 400, y: 400 },
      all,
    );
    expect(named.map(({ name }) => name)).toEqual(['Stor', 'Bredvid', 'Under']);
  });
});
