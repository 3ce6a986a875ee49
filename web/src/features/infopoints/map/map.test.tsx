/** What lies on the map: pins and groups that can be clicked, names as text. */
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { SWEDEN } from '../lib/bounds.ts';
import PlacesMap from './PlacesMap.tsx';
import outline from './sweden.geojson?raw';

const pin = { id: 12, name: '<b>Lekplatsen</b>', longitude: 15.6, latitude: 58.4 };

describe('the map', () => {
  it('has a name, and pins with the names of places as text', () => {
    const onPin = vi.fn();
    render(<PlacesMap label="Karta över platser" view={SWEDEN} pins={[pin]} onPin={onPin} />);
    expect(screen.getByRole('group', { name: 'Karta över platser' })).toBeInTheDocument();
    fireEvent.click(screen.getByTitle(pin.name));
    expect(onPin).toHaveBeenCalledWith(12);
    expect(document.querySelector('b')).toBeNull();
  });

  it('has groups with their numbers', () => {
    const onCluster = vi.fn();
    const cluster = { lon: 18, lat: 59.3, count: 120 };
    render(<PlacesMap label="Karta" view={SWEDEN} clusters={[cluster]} onCluster={onCluster} />);
    fireEvent.click(screen.getByText('120'));
    expect(onCluster).toHaveBeenCalledWith(cluster);
  });

  it('says in Swedish how it is zoomed, and whose its base is', () => {
    render(<PlacesMap label="Karta" view={SWEDEN} />);
    expect(screen.getByRole('button', { name: 'Zooma in' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Zooma ut' })).toBeInTheDocument();
    expect(screen.getByText(/Natural Earth.*GeoNames/)).toBeInTheDocument();
  });
});

describe('the outline', () => {
  it('is of Sweden, closed, and at most 10 KiB', () => {
    expect(outline.length).toBeLessThanOrEqual(10 * 1024);
    const { geometry } = JSON.parse(outline) as {
      geometry: { type: string; coordinates: [number, number][][][] };
    };
    expect(geometry.type).toBe('MultiPolygon');
    for (const ring of geometry.coordinates.flat()) {
      expect(ring[0]).toEqual(ring.at(-1));
      for (const [x, y] of ring) {
        expect(x > SWEDEN.west && x < SWEDEN.east && y > SWEDEN.south && y < SWEDEN.north).toBe(
          true,
        );
      }
    }
  });
});
