import { useMediaQuery } from '@mantine/hooks';

/** From 900 px list and channel stand side by side; below, each pane is a page of its own. */
export function useWide(): boolean {
  return (
    useMediaQuery('(min-width: 56.25em)', undefined, { getInitialValueInEffect: false }) ?? false
  );
}
