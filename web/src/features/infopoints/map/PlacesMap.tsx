import 'leaflet/dist/leaflet.css';
import { control, type LayerGroup, Map as LeafletMap, layerGroup, marker } from 'leaflet';
import { useEffect, useRef } from 'react';
import { infopointMapTexts as texts } from '@/texts/infopoints.ts';
import type { Bounds } from '../lib/bounds.ts';
import type { Position } from '../lib/coordinates.ts';
import type { Cluster } from '../types.ts';
import { addBase, boxOf, clusterIcon, hereIcon, latLngOf, pinIcon } from './drawing.ts';
import classes from './map.module.css';

export type Pin = Position & { id: number; name: string };

export type PlacesMapProps = {
  /** What the map is of, for a screen reader; what is on it stands in a list or in fields beside it. */
  label: string;
  /** What is looked at: another object moves the map there, unless it is what the map has reported itself. */
  view: Bounds;
  pins?: readonly Pin[] | undefined;
  clusters?: readonly Cluster[] | undefined;
  selected?: number | null;
  /** Where one is. */
  here?: Position | null;
  onMoved?: (view: Bounds) => void;
  onPin?: (id: number) => void;
  onCluster?: (cluster: Cluster) => void;
  /** Somebody has tapped on the map itself. */
  onTap?: (position: Position) => void;
};

/** Closer than this by itself a place would stand alone on an empty map. */
const CLOSEST_FIT = 15;

function viewOf(map: LeafletMap): Bounds {
  const box = map.getBounds();
  return {
    west: box.getWest(),
    south: box.getSouth(),
    east: box.getEast(),
    north: box.getNorth(),
  };
}

/** The map with Leaflet; it knows no server and no address. */
export default function PlacesMap(props: PlacesMapProps) {
  const { label, view, pins, clusters, selected = null, here = null } = props;
  const frame = useRef<HTMLDivElement>(null);
  const map = useRef<LeafletMap>(undefined);
  const layer = useRef<LayerGroup>(undefined);
  /** What the map has reported last: it is there already. */
  const reported = useRef<Bounds>(undefined);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!frame.current) return;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const made = new LeafletMap(frame.current, {
      zoomControl: false,
      attributionControl: false,
      maxBounds: [
        [-85, -360],
        [85, 360],
      ],
      minZoom: 3,
      zoomSnap: 0.5,
      zoomAnimation: !still,
      fadeAnimation: !still,
      markerZoomAnimation: !still,
      inertia: !still,
    });
    control.zoom({ zoomInTitle: texts.zoomIn, zoomOutTitle: texts.zoomOut }).addTo(made);
    control.attribution({ prefix: false }).addTo(made);
    const showAll = () =>
      made.fitBounds(boxOf(latest.current.view), { animate: false, maxZoom: CLOSEST_FIT });
    showAll();
    addBase(made);
    layer.current = layerGroup().addTo(made);
    const hasSize = () => made.getSize().x > 0 && made.getSize().y > 0;
    const tell = () => {
      // Without a size it shows nothing.
      if (!hasSize()) return;
      const now = viewOf(made);
      reported.current = now;
      latest.current.onMoved?.(now);
    };
    made.on('moveend', tell);
    made.on('click', ({ latlng }) => {
      const { lng: longitude, lat: latitude } = latlng.wrap();
      latest.current.onTap?.({ longitude, latitude });
    });
    map.current = made;
    // The frame's size comes with the page's styles, and changes with the window.
    const watch = new ResizeObserver(() => {
      const isFirst = !hasSize();
      made.invalidateSize({ animate: false });
      if (isFirst && hasSize()) showAll();
    });
    watch.observe(frame.current);
    tell();
    return () => {
      watch.disconnect();
      made.remove();
      map.current = undefined;
    };
  }, []);

  useEffect(() => {
    if (view === reported.current) return;
    // At once: what is still moving when the page is left has no map any more.
    map.current?.fitBounds(boxOf(view), { animate: false, maxZoom: CLOSEST_FIT });
  }, [view]);

  useEffect(() => {
    const on = layer.current;
    if (!on) return;
    on.clearLayers();
    for (const one of clusters ?? []) {
      marker([one.lat, one.lon], { icon: clusterIcon(one), keyboard: false })
        .on('click', () => latest.current.onCluster?.(one))
        .addTo(on);
    }
    for (const pin of pins ?? []) {
      const isSelected = pin.id === selected;
      marker(latLngOf(pin), {
        icon: pinIcon(isSelected),
        title: pin.name,
        keyboard: false,
        zIndexOffset: isSelected ? 1000 : 0,
      })
        .on('click', () => latest.current.onPin?.(pin.id))
        .addTo(on);
    }
    if (here) {
      marker(latLngOf(here), { icon: hereIcon(), interactive: false, keyboard: false }).addTo(on);
    }
  }, [pins, clusters, selected, here]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of what is on the map, no fields of a form
    <div ref={frame} className={classes.map} role="group" aria-label={label} data-testid="map" />
  );
}
