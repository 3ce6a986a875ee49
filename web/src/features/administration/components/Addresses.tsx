import { Button } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '@/area/Form.tsx';
import { EmailField } from '@/components/fields.tsx';
import { EmptyState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { dateOf } from '@/lib/dates.ts';
import { administrationTexts, adminAddressesTexts as texts } from '@/texts/administration.ts';
import { relationLabel } from '@/texts/entities.ts';
import { administrationCalls, restingQuery } from '../api.ts';
import type { Administration, RestingAddress } from '../types.ts';
import { useRetry } from '../useRetry.ts';
import classes from './administration.module.css';
import { WholeList } from './WholeList.tsx';

/** Invited addresses whose mails came back; the platform's may let any address be mailed again. */
export default function Addresses({ of: { idEntity, isPlatform } }: { of: Administration }) {
  const query = useQuery(restingQuery(idEntity));
  return (
    <>
      <section className={classes.part} aria-labelledby="addresses">
        <h2 id="addresses">{texts.title}</h2>
        <p className={classes.faint}>{texts.lead}</p>
        <WholeList
          query={query}
          label={texts.title}
          keyOf={({ idEntityInvitation }) => idEntityInvitation}
          row={(one) => <AddressRow idEntity={idEntity} one={one} />}
          empty={<EmptyState {...texts.none} icon={<IconMailOff size={28} stroke={1.5} />} />}
        />
      </section>
      {isPlatform && <Lift />}
    </>
  );
}

function AddressRow({ idEntity, one }: { idEntity: number; one: RestingAddress }) {
  const { idEntityInvitation, email, trouble, since, txRelationType } = one;
  const retry = useRetry(
    idEntity,
    () => administrationCalls.retryResting(idEntity, idEntityInvitation),
    texts.retried,
  );
  return (
    <>
      <div className={classes.about}>
        <p className={classes.strong}>{email}</p>
        <p className={classes.wrong}>{texts.trouble[trouble] ?? trouble}</p>
        <p className={classes.faint}>
          {texts.invited(relationLabel(txRelationType), dateOf(since))}
        </p>
      </div>
      <Button
        variant="default"
        aria-label={texts.retryOf(email)}
        loading={retry.isPending}
        onClick={() => retry.mutate()}
      >
        {administrationTexts.retry}
      </Button>
    </>
  );
}

/** The list is kept by hashes: an address is typed to be found. */
function Lift() {
  // Sent, the field is empty again.
  const [round, setRound] = useState(0);
  return (
    <section className={classes.part} aria-labelledby="lift">
      <h2 id="lift">{texts.lift.title}</h2>
      <p className={classes.faint}>{texts.lift.text}</p>
      <Form
        key={round}
        submit={texts.lift.submit}
        check={(values) => ({ email: values.get('email') ? undefined : texts.lift.missing })}
        send={async (values) => {
          const email = String(values.get('email')).trim();
          await administrationCalls.retryAddress(email);
          return email;
        }}
        done={(email) => {
          toast({ type: 'success', message: texts.lift.done(email) });
          setRound(round + 1);
        }}
      >
        {(field) => <EmailField {...field('email')} autoComplete="off" label={texts.lift.email} />}
      </Form>
    </section>
  );
}
