import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import { loadWithin } from '@/lib/loadPart.ts';
import { inSlot, type Part, type SlotProps } from './slots.ts';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

const made = new Map<unknown, unknown>();

/** The component that `load` brings: the same one each time, drawn below a Suspense. */
export function lazyOnce<Props>(load: Load<Props>): LazyExoticComponent<ComponentType<Props>> {
  const before = made.get(load) as LazyExoticComponent<ComponentType<Props>> | undefined;
  if (before) return before;
  const drawn = lazy(() => loadWithin(load));
  made.set(load, drawn);
  return drawn;
}

type SlotOf<Name extends keyof SlotProps> = { name: Name; props: SlotProps[Name] };

/** What areas add to a page here; each part comes when it is loaded, and the page stands without it. */
export function Slot<Name extends keyof SlotProps>({ name, props }: SlotOf<Name>) {
  const parts = inSlot(name) as unknown as readonly Part<SlotProps[Name]>[];
  return parts
    .filter(({ when }) => when?.(props) ?? true)
    .map(({ order, load }) => {
      const Drawn = lazyOnce<SlotProps[Name]>(load) as ComponentType<SlotProps[Name]>;
      return (
        <Suspense key={order}>
          <Drawn {...props} />
        </Suspense>
      );
    });
}
