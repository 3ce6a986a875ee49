import type { Plugin } from 'vite';

/**
 * What libraries bring into every first visit although nothing here uses it, with what stands there instead. Where a library has
 * moved such a part it comes whole again, and `npm run size` fails.
 */
const LIGHT: { from: string[]; importers: string[]; code: string }[] = [
  {
    // Mantine's scroll area, which every dialog brings, takes one small hook of it (9 kB), which @mantine/hooks has as well.
    from: ['@floating-ui/react'],
    importers: ['/ScrollArea/ScrollArea.mjs'],
    code: `import { useMergedRef } from '@mantine/hooks';
           export const useMergeRefs = (refs) => useMergedRef(...refs);`,
  },
  {
    // The theme's variables stand in the stylesheet (themeCss.ts): `withCssVariables={false}`.
    from: ['./MantineCssVariables/MantineCssVariables.mjs'],
    importers: ['/MantineProvider/MantineProvider.mjs'],
    code: 'export const MantineCssVariables = () => null;',
  },
  {
    from: ['./MantineClasses/MantineClasses.mjs'],
    importers: ['/MantineProvider/MantineProvider.mjs'],
    code: 'export const MantineClasses = () => null;',
  },
  {
    // What links do in the router's own framework, fetching what a page needs: without one they do as here.
    from: ['./ssr/components.js', './dom/ssr/components.js'],
    importers: [
      '/react-router/dist/production/lib/dom/lib.js',
      '/react-router/dist/production/lib/components.js',
    ],
    code: `import { createContext, useRef } from 'react';
           export const FrameworkContext = createContext(undefined);
           export const PrefetchPageLinks = () => null;
           export const usePrefetchBehavior = () => [false, useRef(null), {}];
           export const mergeRefs = (...refs) => (value) => {
             for (const ref of refs) {
               if (typeof ref === 'function') ref(value);
               else if (ref) ref.current = value;
             }
           };`,
  },
  {
    // For tools that watch a router; ours names none.
    from: ['./instrumentation.js'],
    importers: ['/react-router/dist/production/lib/router/router.js'],
    code: `export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
           export const getRouteInstrumentationUpdates = () => ({});
           export const instrumentClientSideRouter = (router) => router;`,
  },
];

const ID = '\0light-';

export function lightLibraries(): Plugin {
  return {
    name: 'light-libraries',
    enforce: 'pre',
    resolveId: (source, importer) => {
      const found = LIGHT.findIndex(
        ({ from, importers }) =>
          from.includes(source) && importers.some((one) => importer?.endsWith(one)),
      );
      return found < 0 ? null : `${ID}${found}`;
    },
    load: (id) => (id.startsWith(ID) ? LIGHT[Number(id.slice(ID.length))]?.code : null),
  };
}
