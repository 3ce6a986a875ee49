import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';

/** Spruce: the one accent. Shade 8 on white and white on shade 7 keep 4.5:1. */
const spruce: MantineColorsTuple = [
  '#edf8f5',
  '#d8eee8',
  '#b0ddd1',
  '#84cab8',
  '#60baa3',
  '#48b095',
  '#2f9c82',
  '#1f846d',
  '#136a57',
  '#0b5041',
];

/** Only for acting as an organisation. */
const amber: MantineColorsTuple = [
  '#fff7e6',
  '#ffedcc',
  '#ffd999',
  '#ffc361',
  '#ffb033',
  '#fca311',
  '#e08c00',
  '#b86f00',
  '#8f5500',
  '#6b4000',
];

/** Greys with a breath of the accent, so that surfaces and accent belong together. */
const gray: MantineColorsTuple = [
  '#f6f8f7',
  '#eef1f0',
  '#e3e8e6',
  '#d3dad7',
  '#b8c2be',
  '#95a19c',
  '#727f7a',
  '#55625d',
  '#37423e',
  '#1a2320',
];

const dark: MantineColorsTuple = [
  '#d7dedb',
  '#b0bab6',
  '#87938e',
  '#626e69',
  '#3e4945',
  '#2f3936',
  '#222a28',
  '#151a19',
  '#0f1312',
  '#090c0b',
];

export const theme: MantineThemeOverride = createTheme({
  colors: { spruce, amber, gray, dark },
  primaryColor: 'spruce',
  primaryShade: { light: 8, dark: 7 },
  black: '#1a2320',
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontFamily:
    "'Figtree Variable', 'Figtree Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif",
  fontSizes: { xs: '12px', sm: '13px', md: '15px', lg: '18px', xl: '22px' },
  lineHeights: { xs: '16px', sm: '18px', md: '22px', lg: '26px', xl: '28px' },
  headings: {
    fontWeight: '700',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '1.3' },
      h2: { fontSize: '18px', lineHeight: '1.35' },
      h3: { fontSize: '15px', lineHeight: '1.45', fontWeight: '600' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'md', fz: 'md', fw: 600 } },
    Loader: { defaultProps: { type: 'dots' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
  },
});

/** Where Mantine's own choices are too faint to read (WCAG AA, 4.5:1). */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-4)',
    '--mantine-color-spruce-light': 'var(--mantine-color-spruce-0)',
    '--mantine-color-spruce-light-hover': 'var(--mantine-color-spruce-1)',
    '--mantine-color-spruce-light-color': 'var(--mantine-color-spruce-9)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-4)',
    '--mantine-color-spruce-light': 'rgb(72 176 149 / 16%)',
    '--mantine-color-spruce-light-hover': 'rgb(72 176 149 / 24%)',
    '--mantine-color-spruce-light-color': 'var(--mantine-color-spruce-2)',
  },
});
