import { Slot } from '@/area/Slot.tsx';

type ActingLinksProps = { idEntity: number; slug: string };

/** Where areas lead whoever acts for an organisation; with code of its own, for the bar stands on every page. */
export default function ActingLinks(props: ActingLinksProps) {
  return <Slot name="acting" props={props} />;
}
