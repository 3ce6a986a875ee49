import { Button } from '@mantine/core';
import { SmartLink } from './SmartLink.tsx';

type NextButtonsProps = {
  actions: readonly { label: string; to: string }[];
  /** What most people want stands above them. */
  aside?: boolean;
};

/** Where to go from here; the first is what most people want. */
export function NextButtons({ actions, aside = false }: NextButtonsProps) {
  return actions.map(({ label, to }, index) => (
    <Button
      key={to}
      component={SmartLink}
      to={to}
      variant={index === 0 && !aside ? 'filled' : 'default'}
    >
      {label}
    </Button>
  ));
}
