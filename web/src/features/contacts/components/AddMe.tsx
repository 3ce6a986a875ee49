import { Button, TextInput } from '@mantine/core';
import { IconCopy, IconQrcode, IconShare } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Card } from '@/components/Card.tsx';
import { Confirm } from '@/components/Dialog.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { dateOf } from '@/lib/dates.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { addTexts } from '@/texts/contacts.ts';
import { contactCalls, linkQuery } from '../api.ts';
import type { PersonalLink } from '../types.ts';
import { sayContacts, sayContactsFailed } from '../useContactCall.ts';
import classes from './add.module.css';

const texts = addTexts.me;
const QrCode = lazy(() => loadPart(() => import('@/components/QrCode.tsx')));

/** One's own address: whoever has it becomes a contact. */
export function AddMe() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(linkQuery);
  const make = useMutation({
    mutationFn: contactCalls.makeLink,
    onSuccess: (link) => client.setQueryData(linkQuery.queryKey, link),
    onError: (failure) => sayContactsFailed(failure),
  });
  const runOut = useRunOut(data?.expires);
  return (
    <Card id="me" title={texts.title} text={texts.text}>
      {data === undefined &&
        (error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />)}
      {data === null && (
        <Button
          leftSection={<IconQrcode size={18} stroke={1.75} aria-hidden="true" />}
          loading={make.isPending}
          onClick={() => make.mutate()}
        >
          {texts.make}
        </Button>
      )}
      {data && runOut && (
        <div className={classes.out}>
          <p role="status">{texts.runOut}</p>
          <Button loading={make.isPending} onClick={() => make.mutate()}>
            {texts.renew}
          </Button>
        </div>
      )}
      {data && !runOut && (
        <Shown link={data} renewing={make.isPending} onRenew={() => make.mutate()} />
      )}
    </Card>
  );
}

/** Timers know no more than 24 days. */
const LOOK_MS = 86_400_000;

/** Whether the time has come; looked at again when it comes. */
function useRunOut(expires: string | undefined): boolean {
  const [now, setNow] = useState(Date.now);
  const left = expires === undefined ? 0 : Date.parse(expires) - now;
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left + 1, LOOK_MS));
    return () => clearTimeout(timer);
  }, [left]);
  return expires !== undefined && left <= 0;
}

type ShownProps = { link: PersonalLink; renewing: boolean; onRenew: () => void };

function Shown({ link: { url, expires }, renewing, onRenew }: ShownProps) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: contactCalls.withdrawLink,
    onSuccess: () => {
      client.setQueryData(linkQuery.queryKey, null);
      sayContacts(texts.withdrawn);
    },
    onError: (failure) => sayContactsFailed(failure),
    onSettled: () => setAsking(false),
  });
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => sayContacts(texts.copied),
      () => toast({ type: 'error', message: texts.copyFailed }),
    );
  return (
    <div className={classes.me}>
      <div className={classes.frame}>
        <Suspense fallback={<LoadingState />}>
          <QrCode text={url} label={texts.code} />
        </Suspense>
      </div>
      <div className={classes.beside}>
        <TextInput
          readOnly
          label={texts.link}
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className={classes.buttons}>
          {'share' in navigator && (
            <Button
              leftSection={<IconShare size={18} stroke={1.75} aria-hidden="true" />}
              // Put away again without choosing: nothing has gone wrong.
              onClick={() => void navigator.share({ url }).catch(() => {})}
            >
              {texts.share}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconCopy size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => void copy()}
          >
            {texts.copy}
          </Button>
        </div>
        <p className={classes.faint}>{texts.until(dateOf(expires))}</p>
        <div className={classes.buttons}>
          <Button variant="default" loading={renewing} onClick={onRenew}>
            {texts.renew}
          </Button>
          <Button variant="default" onClick={() => setAsking(true)}>
            {texts.withdraw}
          </Button>
        </div>
      </div>
      {asking && (
        <Confirm
          danger
          title={texts.withdrawTitle}
          text={texts.withdrawText}
          action={texts.withdraw}
          pending={withdraw.isPending}
          onConfirm={() => withdraw.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
