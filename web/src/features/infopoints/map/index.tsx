/** The door to the map for the pages of places: its code comes when it is drawn, and a page stands without it. */
import { Component, lazy, type ReactNode, Suspense } from 'react';
import { LoadingState } from '@/components/states.tsx';
import { loadWithin } from '@/lib/loadPart.ts';
import { mapTiles } from '@/lib/operator.ts';
import { infopointTexts as texts } from '@/texts/infopoints.ts';
import frame from './frame.module.css';
import type { PlacesMapProps } from './PlacesMap.tsx';

const PlacesMap = lazy(() => loadWithin(() => import('./PlacesMap.tsx')));

/** What is looked at around one place (m): streets, or where there are none as much as has a coast or towns in it. */
export const AROUND_ONE = mapTiles.address ? 1_500 : 60_000;
/** The same among others, and while it is chosen. */
export const CLOSE = mapTiles.address ? 800 : 8_000;

export function LazyMap(props: PlacesMapProps) {
  return (
    <div className={frame.frame}>
      <WithoutMap>
        <Suspense fallback={<LoadingState />}>
          <PlacesMap {...props} />
        </Suspense>
      </WithoutMap>
    </div>
  );
}

/** Whoever cannot have the map has the list. */
class WithoutMap extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };
  static getDerivedStateFromError() {
    return { isBroken: true };
  }
  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <p className={frame.failed} role="status">
        {texts.mapFailed}
      </p>
    );
  }
}
