import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariablesResolver, theme } from '../src/app/theme/theme.ts';

const kinds = ['variables', 'light', 'dark'] as const;
type Variables = Record<(typeof kinds)[number], Record<string, string>>;

/** The theme as CSS variables, without what Mantine's own stylesheet says already. */
export function themeCss(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const ours: Variables = cssVariablesResolver(merged);
  const resolved: Variables = defaultCssVariablesResolver(merged);
  const known: Variables = defaultCssVariablesResolver(DEFAULT_THEME);
  const changed: Variables = { variables: {}, light: {}, dark: {} };
  for (const kind of kinds) {
    for (const [name, value] of Object.entries({ ...resolved[kind], ...ours[kind] })) {
      if (known[kind][name] !== value) changed[kind][name] = value;
    }
  }
  return convertCssVariables(changed, ':root');
}

/**
 * `virtual:theme.css`: made when the app is built, so that a page has its colours before any script
 * has run, and no script makes them again.
 */
export function themeStyles(): Plugin {
  const id = '/virtual/theme.css';
  return {
    name: 'theme-css',
    resolveId: (source) => (source === 'virtual:theme.css' ? id : undefined),
    load: (wanted) => (wanted === id ? themeCss() : undefined),
  };
}
