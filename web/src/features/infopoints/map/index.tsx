/** The door to the map for the pages of places: its code comes when it is drawn, and a page stands without it. */
import { Component, lazy, type ReactNode, Suspense } from 'react';
import { LoadingState } from '@/components/states.tsx';
import { loadWithin } from '@/lib/loadPart.ts';
import { infopointTexts as texts } from '@/texts/infopoints.ts';
import frame from './frame.module.css';
import type { PlacesMapProps } from './PlacesMap.tsx';

const PlacesMap = lazy(() => loadWithin(() => import('./PlacesMap.tsx')));

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
