import { Button, NativeSelect } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import type { Membership } from '@/api/types.ts';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { Card } from '@/components/Card.tsx';
import { OfflineNote } from '@/components/OfflineNote.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { useOnline } from '@/hooks/useOnline.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { listTexts } from '@/texts/area.ts';
import { settingsTexts as texts } from '@/texts/notificationSettings.ts';
import { keepSettings, phoneQuery, settingsCalls } from './api.ts';
import { keyOf } from './cells.ts';
import { Grid } from './Grid.tsx';
import { PhoneCard } from './PhoneCard.tsx';
import { SETTINGS_PATH } from './paths.ts';
import { SavedBar } from './SavedBar.tsx';
import classes from './settings.module.css';
import { useSettings } from './useSettings.ts';

/** No such organisation, or none of mine. */
const STRANGER = [403, 404];

/** /settings/notifications, with ?entity= for an organisation's, and ?type=&channel= from a message: 'Varför fick jag det här?'. */
export default function NotificationSettingsPage() {
  usePageTitle(texts.title);
  const [params, setParams] = useSearchParams();
  const asked = Number(params.get('entity'));
  const entity = Number.isSafeInteger(asked) && asked > 0 ? asked : null;
  const memberships = useQuery(myEntitiesQuery).data;
  const name = memberships?.find(({ idEntity }) => idEntity === entity)?.entityName;
  return (
    <div className={classes.page}>
      <Link to="/settings" className={classes.back}>
        {texts.back}
      </Link>
      <h1 className={classes.title} tabIndex={-1}>
        {texts.title}
      </h1>
      <p className={classes.intro}>{texts.intro}</p>
      <Whose
        entity={entity}
        name={name}
        memberships={memberships}
        onChoose={(chosen) => setParams(chosen ? { entity: chosen } : {})}
      />
      <Of
        key={entity}
        entity={entity}
        name={entity === null ? texts.mine : (name ?? '')}
        marked={markedBy(params)}
      />
    </div>
  );
}

/** The cell that an address is about. */
function markedBy(params: URLSearchParams): string | null {
  const [type, channel] = [params.get('type'), params.get('channel')];
  return type && channel ? `${type}-${channel}` : null;
}

type WhoseProps = {
  entity: number | null;
  name: string | undefined;
  memberships: Membership[] | undefined;
  onChoose: (entity: string) => void;
};

function Whose({ entity, name, memberships, onChoose }: WhoseProps) {
  const id = useId();
  const hint =
    entity === null ? texts.mineHint : name === undefined ? undefined : texts.ofEntity(name);
  const none = memberships?.length === 0 && entity === null;
  return (
    <div className={classes.whose}>
      <NativeSelect
        label={texts.whose}
        aria-describedby={id}
        value={entity ?? ''}
        onChange={(event) => onChoose(event.currentTarget.value)}
        data={[
          { value: '', label: texts.mine },
          ...(memberships ?? []).map(({ idEntity, entityName }) => ({
            value: String(idEntity),
            label: entityName,
          })),
          // Of an address alone: its name is not known, or not yet.
          ...(entity !== null && name === undefined ? [{ value: String(entity), label: '…' }] : []),
        ]}
      />
      <p id={id} className={classes.hint}>
        {hint} {none && texts.noOrganisations}
      </p>
    </div>
  );
}

type OfProps = { entity: number | null; name: string; marked: string | null };

function Of({ entity, name, marked }: OfProps) {
  const settings = useSettings(entity);
  const phone = useQuery(phoneQuery).data;
  const online = useOnline();
  const { query, cells } = settings;
  useShown(marked, cells !== undefined);
  if (!cells) {
    const { error } = query;
    if (error instanceof ApiError && STRANGER.includes(error.status)) {
      return (
        <EmptyState {...texts.stranger} icon={<IconBellOff size={28} stroke={1.5} />}>
          <Button component={Link} to={SETTINGS_PATH}>
            {texts.toMine}
          </Button>
        </EmptyState>
      );
    }
    if (error) return <ErrorState error={error} onRetry={() => void query.refetch()} />;
    if (online) return <LoadingState />;
    return <OfflineNote text={listTexts.offline} />;
  }
  return (
    <>
      <OfflineNote text={listTexts.offline} />
      <Grid
        cells={cells}
        name={name}
        marked={marked}
        mayText={phone?.verified === true}
        failed={settings.failed.flatMap(({ act }) => act.changes.map(keyOf))}
        run={settings.run}
      />
      <ApplyToAll entity={entity} name={name} disabled={settings.saving} />
      <PhoneCard />
      <Card id="more" title={texts.others}>
        <ul className={classes.links}>
          <li>
            <Link to="/settings#quiet">{texts.quiet}</Link>
          </li>
          <li>
            <Link to="/settings#push">{texts.device}</Link>
          </li>
          <li>
            <Link to="/settings#missed-mail">{texts.missed}</Link>
          </li>
        </ul>
        <p className={classes.hint}>{texts.channel}</p>
      </Card>
      <SavedBar settings={settings} />
    </>
  );
}

/** The cell of the address is brought to the eye and under the keys, once it is there. */
function useShown(marked: string | null, ready: boolean) {
  useEffect(() => {
    if (!ready || !marked) return;
    const field = document.getElementById(`cell-${marked}`);
    field?.closest('[data-cell]')?.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
  }, [marked, ready]);
}

function ApplyToAll({ entity, name, disabled }: Omit<OfProps, 'marked'> & { disabled: boolean }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  return (
    <div>
      <Button variant="default" disabled={disabled} onClick={() => setAsking(true)}>
        {texts.apply}
      </Button>
      {asking && (
        <ConfirmCall
          title={texts.applyTitle}
          text={entity === null ? texts.applyMineText : texts.applyEntityText(name)}
          action={texts.apply}
          call={() => settingsCalls.applyToAll(entity)}
          said={texts.applied}
          onDone={(cells) => keepSettings(client, entity, cells)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
