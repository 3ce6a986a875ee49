import { Slot } from '@/area/Slot.tsx';
import { ModerationLink } from '@/features/moderation/index.ts';

type ActingLinksProps = { idEntity: number; slug: string };

/** Where whoever acts for an organisation may want to go; with code of its own, for the bar may stand on every page. */
export default function ActingLinks(props: ActingLinksProps) {
  return (
    <>
      <ModerationLink {...props} />
      <Slot name="acting" props={props} />
    </>
  );
}
