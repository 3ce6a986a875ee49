import { useMediaQuery } from '@mantine/hooks';

/** Below the width at which the calendar's style sheets change to a phone's. */
export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
