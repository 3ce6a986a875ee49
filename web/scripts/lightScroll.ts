import type { Plugin } from 'vite';

const ID = '\0light-scroll-refs';

/**
 * Mantine's scroll area, which every dialog brings, takes one small hook from @floating-ui/react. As soon as one lazy part
 * positions a list or a calendar with that package, the first visit would download all of it (9 kB): the scroll area gets the
 * same hook from @mantine/hooks. Without it `npm run size` fails.
 */
export function lightScroll(): Plugin {
  return {
    name: 'light-scroll',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === '@floating-ui/react' && importer?.endsWith('/ScrollArea/ScrollArea.mjs')
        ? ID
        : null,
    load: (id) =>
      id === ID
        ? `import { useMergedRef } from '@mantine/hooks';
           export const useMergeRefs = (refs) => useMergedRef(...refs);`
        : null,
  };
}
