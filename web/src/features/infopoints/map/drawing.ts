/** What lies on the map, drawn with Leaflet: its base, the towns' names, pins, groups of them. Loaded with the map alone. */
import {
  divIcon,
  geoJSON,
  type LatLngBoundsExpression,
  type LayerGroup,
  type Map as LeafletMap,
  layerGroup,
  marker,
  tileLayer,
} from 'leaflet';
import { mapTiles } from '@/lib/operator.ts';
import { infopointMapTexts as texts } from '@/texts/infopoints.ts';
import type { Bounds } from '../lib/bounds.ts';
import type { Position } from '../lib/coordinates.ts';
import { namedTowns } from '../lib/towns.ts';
import type { Cluster } from '../types.ts';
import classes from './map.module.css';
import outline from './sweden.geojson?raw';

const LAND = 'land';
const NAMES = 'names';
const CLOSEST = 18;

export const boxOf = ({ west, south, east, north }: Bounds): LatLngBoundsExpression => [
  [south, west],
  [north, east],
];
export const latLngOf = ({ latitude, longitude }: Position): [number, number] => [
  latitude,
  longitude,
];

/** An element is passed, never markup: names are what people have written. */
function element(className: string | undefined, text = ''): HTMLElement {
  const made = document.createElement('span');
  made.className = className ?? '';
  made.textContent = text;
  return made;
}

/** The operator's map where there is one; else the outline of Sweden and the names of its towns. */
export function addBase(map: LeafletMap): void {
  if (mapTiles.address) {
    // Leaflet takes markup there.
    const attribution = element(undefined, mapTiles.attribution).innerHTML;
    tileLayer(mapTiles.address, { attribution, maxZoom: CLOSEST }).addTo(map);
    return;
  }
  map.createPane(LAND).style.zIndex = '200';
  map.createPane(NAMES).style.zIndex = '450';
  map.getPane(NAMES)?.setAttribute('aria-hidden', 'true');
  geoJSON(JSON.parse(outline), {
    pane: LAND,
    interactive: false,
    style: { className: classes.land ?? '' },
    attribution: `${texts.outline} · ${texts.towns}`,
  }).addTo(map);
  const names = layerGroup().addTo(map);
  const draw = () => drawNames(map, names);
  map.on('moveend zoomend resize', draw);
  map.whenReady(draw);
}

function drawNames(map: LeafletMap, layer: LayerGroup): void {
  layer.clearLayers();
  const shown = namedTowns((town) => map.latLngToContainerPoint(latLngOf(town)), map.getSize());
  for (const town of shown) {
    marker(latLngOf(town), {
      pane: NAMES,
      interactive: false,
      keyboard: false,
      icon: divIcon({
        className: classes.town ?? '',
        html: element(undefined, town.name),
        iconSize: [0, 0],
      }),
    }).addTo(layer);
  }
}

/** A pin on which something can be seen by its colour alone is none: the chosen one is larger as well. */
export const pinIcon = (isSelected: boolean) =>
  divIcon({
    className: `${classes.pin} ${isSelected ? classes.selected : ''}`,
    html: element(classes.drop),
    iconSize: [0, 0],
  });

export const clusterIcon = ({ count }: Cluster) =>
  divIcon({
    className: classes.cluster ?? '',
    html: element(count < 100 ? classes.few : classes.many, String(count)),
    iconSize: [0, 0],
  });

export const hereIcon = () =>
  divIcon({ className: classes.here ?? '', html: element(classes.dot), iconSize: [0, 0] });
