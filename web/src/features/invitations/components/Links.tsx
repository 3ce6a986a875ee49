import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { IconCopy, IconQrcode } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import type { Entity } from '@/api/types.ts';
import { Form } from '@/area/Form.tsx';
import { Card } from '@/components/Card.tsx';
import { Confirm } from '@/components/Dialog.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { dateOf } from '@/lib/dates.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { relationLabel } from '@/texts/entities.ts';
import { inviteTexts, linkTexts as texts } from '@/texts/invitations.ts';
import { inviteCalls, linksQuery } from '../api.ts';
import { rolesOf } from '../roles.ts';
import type { InviteLink, RelationType } from '../types.ts';
import classes from './invitations.module.css';

const QrCode = lazy(() => loadPart(() => import('@/components/QrCode.tsx')));
const DAY_MS = 86_400_000;
const USES = 30;

/** Links by which many come in, with a code for the phones of those who stand around. */
export default function Links({ entity }: { entity: Entity }) {
  return (
    <div className={classes.stack}>
      <NewLink entity={entity} />
      <Current entity={entity} />
    </div>
  );
}

function NewLink({ entity }: { entity: Entity }) {
  const client = useQueryClient();
  const query = linksQuery(entity.idEntity);
  return (
    <Card id="ny-lank" title={texts.title} text={texts.text}>
      <Form
        submit={texts.submit}
        send={(values) =>
          inviteCalls.makeLink(entity.idEntity, {
            relationType: textOf(values, 'relationType') as RelationType,
            maxUses: Number(textOf(values, 'maxUses')),
            expires: new Date(Date.now() + Number(textOf(values, 'days')) * DAY_MS).toISOString(),
          })
        }
        done={(link) => {
          client.setQueryData(query.queryKey, (old) => [link, ...(old ?? [])]);
          toast({ type: 'success', message: texts.made });
        }}
      >
        {(field) => (
          <>
            <NativeSelect
              {...field('relationType')}
              label={inviteTexts.role}
              data={rolesOf(entity, true)}
            />
            <NumberInput
              {...field('maxUses')}
              label={texts.uses}
              defaultValue={USES}
              min={1}
              max={10_000}
              allowDecimal={false}
            />
            <NativeSelect
              {...field('days')}
              label={texts.days}
              defaultValue="30"
              data={Object.entries(texts.lasts).map(([value, label]) => ({ value, label }))}
            />
          </>
        )}
      </Form>
    </Card>
  );
}

function Current({ entity }: { entity: Entity }) {
  const { data, error, refetch } = useQuery(linksQuery(entity.idEntity));
  return (
    <Card id="lankar" title={texts.current}>
      {!data &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />)}
      {data?.length === 0 && <p className={classes.faint}>{texts.none}</p>}
      <ul className={classes.rows}>
        {data?.map((link) => (
          <LinkRow key={link.idInviteLink} entity={entity} link={link} />
        ))}
      </ul>
    </Card>
  );
}

function LinkRow({ entity, link }: { entity: Entity; link: InviteLink }) {
  const [isShown, setShown] = useState(false);
  const [asks, setAsks] = useState(false);
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => inviteCalls.revokeLink(link.idInviteLink),
    onSuccess: () => toast({ type: 'success', message: texts.revoked }),
    onError: (error) => toast({ type: 'error', message: messageOf(error) }),
    onSettled: () => {
      setAsks(false);
      return client.invalidateQueries({ queryKey: linksQuery(entity.idEntity).queryKey });
    },
  });
  const { url } = link;
  const copy = () =>
    navigator.clipboard.writeText(url ?? '').then(
      () => toast({ type: 'success', message: inviteTexts.copied }),
      () => toast({ type: 'error', message: inviteTexts.copyFailed }),
    );
  return (
    <li className={classes.link}>
      <p>
        <span className={classes.strong}>{relationLabel(link.relationType)}</span>{' '}
        <span className={classes.faint}>
          {texts.used(link.used, link.maxUses)} ·{' '}
          {link.open ? texts.until(dateOf(link.expires)) : texts.over}
        </span>
      </p>
      {url && (
        <>
          <TextInput
            readOnly
            label={texts.address}
            value={url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className={classes.buttons}>
            <Button
              variant="default"
              leftSection={<IconCopy size={18} stroke={1.75} aria-hidden="true" />}
              onClick={() => void copy()}
            >
              {inviteTexts.copy}
            </Button>
            <Button
              variant="default"
              aria-expanded={isShown}
              leftSection={<IconQrcode size={18} stroke={1.75} aria-hidden="true" />}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? texts.hide : texts.show}
            </Button>
            <Button variant="default" onClick={() => setAsks(true)}>
              {texts.revoke}
            </Button>
          </div>
        </>
      )}
      {url && isShown && (
        <div className={classes.code}>
          <Suspense fallback={<LoadingState />}>
            <QrCode text={url} label={texts.code} />
          </Suspense>
        </div>
      )}
      {asks && (
        <Confirm
          danger
          title={texts.revokeTitle}
          text={texts.revokeText}
          action={texts.revoke}
          pending={revoke.isPending}
          onConfirm={() => revoke.mutate()}
          onClose={() => setAsks(false)}
        />
      )}
    </li>
  );
}
