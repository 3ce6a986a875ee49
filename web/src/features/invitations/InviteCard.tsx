import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { SlotProps } from '@/area/slots.ts';
import { Card } from '@/components/Card.tsx';
import { entityQuery } from '@/features/entities/api.ts';
import { useSignedIn } from '@/lib/session.ts';
import { inviteTexts as texts } from '@/texts/invitations.ts';
import classes from './components/invitations.module.css';
import { invitePath } from './paths.ts';

/** On an organisation's page: the way to invite, for those who may. */
export default function InviteCard(props: SlotProps['organisation']) {
  return useSignedIn() ? <ForManagers {...props} /> : null;
}

function ForManagers({ slug }: SlotProps['organisation']) {
  const { data } = useQuery(entityQuery(slug));
  if (!data?.abilities.includes('MANAGE_RELATIONS')) return null;
  return (
    <Card title={texts.title} text={texts.cardText} id="bjud-in">
      <p className={classes.links}>
        <Link to={invitePath(slug)}>{texts.card}</Link>
        <Link to={invitePath(slug, 'sent')}>{texts.tabs.sent}</Link>
      </p>
    </Card>
  );
}
