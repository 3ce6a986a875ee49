import { type ComponentType, lazy, useState } from 'react';
import { loadPart } from './loadPart.ts';

type Props = Record<string, never>;

/**
 * A part of the page with its own code that is fetched ahead (`fetched`): drawn at once when it is there by then, else when it
 * comes, below a Suspense.
 */
export function part(load: () => Promise<{ default: ComponentType<Props> }>) {
  let there: ComponentType<Props> | undefined;
  const get = async () => {
    const module = await loadPart(load);
    there = module.default;
    return module;
  };
  const Coming = lazy(get);
  function Part() {
    // One kind for as long as it stands: another would begin it anew.
    const [Drawn] = useState<ComponentType<Props>>(() => there ?? Coming);
    return <Drawn />;
  }
  return Object.assign(Part, { fetched: async () => void (await get()) });
}
