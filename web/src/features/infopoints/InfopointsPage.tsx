import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { IconCurrentLocation, IconMapPinPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PageTabs } from '@/components/PageTabs.tsx';
import { useFieldInAddress } from '@/hooks/useFieldInAddress.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { infopointMapTexts, infopointTypes, infopointTexts as texts } from '@/texts/infopoints.ts';
import { type Asked, foundQuery, infopointQuery, MOST_Q } from './api.ts';
import classes from './components/infopoints.module.css';
import { Results } from './components/Results.tsx';
import { SelectedCard } from './components/SelectedCard.tsx';
import { around, askedView, type Bounds, closer, containing, SWEDEN } from './lib/bounds.ts';
import type { Position } from './lib/coordinates.ts';
import { CLOSE, LazyMap } from './map/index.tsx';
import { INFOPOINTS, NEW } from './paths.ts';
import type { Cluster, Infopoint, InfopointType } from './types.ts';
import { useHere } from './useHere.ts';

/** A map that is being moved is not yet a question. */
const PAUSE_MS = 250;
const WIDE = '(min-width: 62em)';
const RADII_KM = [2, 10, 50];
const KM = 1000;

const TABS = ['lista', 'karta'] as const;
const isType = (text: string | null): text is InfopointType => !!text && text in infopointTypes;

/** What was looked at last: who comes back from a place finds it again. Not in the address, where a device's position would stand. */
let lastView: Bounds = SWEDEN;

/** /infopoint: the list of places beside the map; on a phone one of the two. */
export default function InfopointsPage() {
  usePageTitle(texts.title);
  const [params, setParams] = useSearchParams();
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false }) ?? false;
  const tab = params.get('tab') === 'karta' ? 'karta' : 'lista';
  const typed = params.get('type');
  const type = isType(typed) ? typed : null;
  const search = useFieldInAddress('q');
  const q = search.settled.trim().slice(0, MOST_Q);
  const [view, setView] = useState<Bounds>(lastView);
  const [settledView] = useDebouncedValue(view, PAUSE_MS);
  const [near, setNear] = useState<Position | null>(null);
  const [radius, setRadius] = useState((RADII_KM[0] ?? 0) * KM);
  const [selected, setSelected] = useState<number | null>(Number(params.get('plats')) || null);
  const heading = useRef<HTMLHeadingElement>(null);
  const tabs = useRef<HTMLDivElement>(null);
  // On a phone the map has the window to itself, below the two tabs.
  useEffect(() => {
    if (!isWide && tab === 'karta') tabs.current?.scrollIntoView({ block: 'start' });
  }, [isWide, tab]);
  const here = useHere((position) => {
    // Without a change of the address: to go where one is loads the page anew.
    if (search.value || q) search.set('');
    setNear(position);
    look(around(position, radius));
  });

  const asked: Asked = q
    ? { by: 'q', q, type }
    : near
      ? { by: 'near', position: near, radius, type }
      : { by: 'view', view: askedView(settledView), type };
  const { data, isPlaceholderData } = useQuery(foundQuery(asked));
  const shown = data?.content;
  const chosen = useSelected(selected, shown);
  const pins = useMemo(() => pinsOf(shown, chosen), [shown, chosen]);

  function look(at: Bounds) {
    lastView = at;
    setView(at);
  }

  /** What was found by name or near stands in the window as a whole. */
  const found = asked.by === 'view' || isPlaceholderData ? undefined : shown;
  useEffect(() => {
    const whole = found && containing(found);
    if (whole) {
      lastView = whole;
      setView(whole);
    }
  }, [found]);

  /** A link to one place begins there. */
  const wanted = Number(params.get('plats')) || null;
  const isThere = chosen !== null && chosen.idInfopoint === wanted;
  const began = useRef(false);
  useEffect(() => {
    if (!isThere || began.current || !chosen) return;
    began.current = true;
    look(around(chosen, CLOSE));
  });

  const set = (name: string, value: string) =>
    setParams(
      (held) => {
        const next = new URLSearchParams(held);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );

  function openCluster({ lon, lat }: Cluster) {
    look(closer(view, { longitude: lon, latitude: lat }));
    heading.current?.focus();
  }
  function show(point: Infopoint) {
    setSelected(point.idInfopoint);
    look(around(point, CLOSE));
    if (!isWide) set('tab', 'karta');
  }

  const tabPath = (to: (typeof TABS)[number]) => {
    const next = new URLSearchParams(params);
    next.delete('tab');
    if (to === 'karta') next.set('tab', to);
    return next.size > 0 ? `${INFOPOINTS}?${next}` : INFOPOINTS;
  };

  return (
    <div className={classes.split}>
      <div className={classes.side} data-alone={!isWide || undefined}>
        <div className={classes.head}>
          <h1 className={classes.title} tabIndex={-1}>
            {texts.title}
          </h1>
          <Button
            component={Link}
            to={NEW}
            leftSection={<IconMapPinPlus size={18} stroke={1.75} aria-hidden="true" />}
          >
            {texts.add}
          </Button>
        </div>
        <div className={classes.filters}>
          <TextInput
            type="search"
            label={texts.search}
            value={search.value}
            maxLength={MOST_Q}
            autoComplete="off"
            onChange={({ currentTarget }) => {
              setNear(null);
              search.type(currentTarget.value);
            }}
            onBlur={search.rest}
          />
          <NativeSelect
            label={texts.type}
            value={type ?? ''}
            data={[
              { value: '', label: texts.allTypes },
              ...Object.entries(infopointTypes).map(([value, label]) => ({ value, label })),
            ]}
            onChange={({ currentTarget }) => set('type', currentTarget.value)}
          />
        </div>
        <div className={classes.ways}>
          <Button
            variant="default"
            loading={here.isAsking}
            leftSection={<IconCurrentLocation size={18} stroke={1.75} aria-hidden="true" />}
            onClick={here.ask}
          >
            {texts.near}
          </Button>
          {near && (
            <>
              <NativeSelect
                aria-label={texts.radius}
                value={String(radius)}
                data={RADII_KM.map((km) => ({ value: String(km * KM), label: texts.within(km) }))}
                onChange={({ currentTarget }) => setRadius(Number(currentTarget.value))}
              />
              <Button variant="subtle" onClick={() => setNear(null)}>
                {texts.stopNear}
              </Button>
            </>
          )}
        </div>
        {here.problem && (
          <p className={classes.problem} role="alert">
            {here.problem}
          </p>
        )}
        {!isWide && (
          <div ref={tabs}>
            <PageTabs
              label={texts.views}
              path={tabPath}
              names={TABS}
              texts={texts.tabs}
              current={tab}
            />
          </div>
        )}
        {(isWide || tab === 'lista') && (
          <Results
            asked={asked}
            selected={selected}
            onShow={show}
            onCluster={openCluster}
            onWhole={asked.by === 'view' && asked.view !== SWEDEN ? () => look(SWEDEN) : null}
            heading={heading}
          />
        )}
      </div>
      {(isWide || tab === 'karta') && (
        <div className={classes.mapPart}>
          <LazyMap
            label={infopointMapTexts.map}
            view={view}
            pins={pins}
            clusters={data?.clusters}
            selected={selected}
            here={near}
            onMoved={look}
            onPin={setSelected}
            onCluster={openCluster}
          />
          {chosen && <SelectedCard point={chosen} onClose={() => setSelected(null)} />}
        </div>
      )}
    </div>
  );
}

/** The chosen place as it is held: of what is shown, or by its own address. */
function useSelected(id: number | null, shown: readonly Infopoint[] | undefined) {
  const held = shown?.find(({ idInfopoint }) => idInfopoint === id);
  const { data } = useQuery({ ...infopointQuery(id ?? 0), enabled: id !== null && !held });
  if (id === null) return null;
  return held ?? data ?? null;
}

const toPin = ({ idInfopoint: id, name, longitude, latitude }: Infopoint) => ({
  id,
  name,
  longitude,
  latitude,
});

/** The chosen one among them, also where it is in no list. */
function pinsOf(shown: readonly Infopoint[] | undefined, chosen: Infopoint | null) {
  const pins = (shown ?? []).map(toPin);
  return !chosen || pins.some(({ id }) => id === chosen.idInfopoint)
    ? pins
    : [...pins, toPin(chosen)];
}
