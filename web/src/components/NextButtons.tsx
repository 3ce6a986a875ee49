import { Button } from '@mantine/core';
import { SmartLink } from './SmartLink.tsx';

type NextButtonsProps = { actions: readonly { label: string; to: string }[] };

/** Where to go from here; the first is what most people want. */
export function NextButtons({ actions }: NextButtonsProps) {
  return actions.map(({ label, to }, index) => (
    <Button key={to} component={SmartLink} to={to} variant={index === 0 ? 'filled' : 'default'}>
      {label}
    </Button>
  ));
}
