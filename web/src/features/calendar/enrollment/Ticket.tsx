import { Button, TextInput } from '@mantine/core';
import { IconCopy, IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '@/components/Dialog.tsx';
import QrCode from '@/components/QrCode.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { ticketTexts as texts } from '@/texts/enrollment.ts';
import { type Occurrence, ticketQuery } from './api.ts';
import classes from './enrollment.module.css';

/** What one shows at the door. It is fetched before one stands there. */
export default function Ticket({ of }: { of: Occurrence }) {
  const { data: code, error, refetch } = useQuery(ticketQuery(of));
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className={classes.start}
        leftSection={<IconQrcode size={18} stroke={1.75} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {texts.show}
      </Button>
      {open && (
        <Dialog title={texts.title} onClose={() => setOpen(false)}>
          {error && !code && <ErrorState error={error} onRetry={() => void refetch()} />}
          {!error && !code && <LoadingState />}
          {code && <Shown code={code} />}
        </Dialog>
      )}
    </>
  );
}

function Shown({ code }: { code: string }) {
  // A toast would stay behind the dialog.
  const [said, setSaid] = useState('');
  return (
    <div className={classes.ticket}>
      <p>{texts.text}</p>
      <div className={classes.qr}>
        <QrCode text={code} label={texts.code} />
      </div>
      <TextInput
        readOnly
        label={texts.inLetters}
        value={code}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="default"
        leftSection={<IconCopy size={18} stroke={1.75} aria-hidden="true" />}
        onClick={() =>
          void navigator.clipboard.writeText(code).then(
            () => setSaid(texts.copied),
            () => setSaid(texts.copyFailed),
          )
        }
      >
        {texts.copy}
      </Button>
      <p role="status">{said}</p>
    </div>
  );
}
