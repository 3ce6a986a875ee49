import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { FormAlert } from '@/components/FormAlert.tsx';
import { toast } from '@/components/toast.ts';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { useSubmit } from '@/hooks/useSubmit.ts';
import { STAY } from '@/lib/stay.ts';
import { infopointFormTexts as texts } from '@/texts/infopoints.ts';
import { changedAnew, infopointCalls } from './api.ts';
import classes from './components/infopoints.module.css';
import { MoreFields } from './components/MoreFields.tsx';
import { PlaceStep } from './components/PlaceStep.tsx';
import {
  emptyForm,
  keepDraft,
  type PlaceForm,
  readDraft,
  WRITERS,
  writtenOf,
  wrongPlace,
  wrongRest,
} from './lib/form.ts';
import { infopointPath } from './paths.ts';
import type { Created } from './types.ts';

const SECOND = '2';

/** /infopoint/ny: a place is added in two steps; what is written stays on the device until the server has it. */
export default function NewInfopointPage() {
  usePageTitle(texts.title);
  const [params, setParams] = useSearchParams();
  const asked = Number(params.get('organization')) || null;
  const [kept] = useState(readDraft);
  const [restored, setRestored] = useState(kept !== null);
  const [form, setForm] = useState<PlaceForm>(kept?.form ?? emptyForm);
  const [idEntity, setEntity] = useState(asked ?? kept?.idEntity ?? null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isPlaced = Object.keys(wrongPlace(form)).length === 0;
  const step = params.get('steg') === SECOND && isPlaced ? 1 : 0;

  function change(to: PlaceForm, as = idEntity) {
    setForm(to);
    setEntity(as);
    keepDraft({ form: to, idEntity: as });
  }
  function goTo(to: 0 | 1) {
    setParams(
      (held) => {
        const next = new URLSearchParams(held);
        if (to === 1) next.set('steg', SECOND);
        else next.delete('steg');
        return next;
      },
      // The address may say so already.
      { state: STAY },
    );
  }
  // A step is a page of its own to whoever hears it.
  const drawn = useRef(step);
  useEffect(() => {
    if (drawn.current !== step) heading.current?.focus();
    drawn.current = step;
  }, [step]);

  return (
    <div className={classes.page}>
      <h1 className={classes.title} tabIndex={-1}>
        {texts.title}
      </h1>
      <h2 ref={heading} className={classes.stepTitle} tabIndex={-1}>
        {texts.step(step + 1, texts.steps.length, texts.steps[step] ?? '')}
      </h2>
      {restored && (
        <div className={classes.notice} role="status">
          {texts.restored}
          <div>
            <Button
              variant="default"
              size="sm"
              onClick={() => {
                keepDraft(null);
                setForm(emptyForm);
                setRestored(false);
                goTo(0);
              }}
            >
              {texts.startOver}
            </Button>
          </div>
        </div>
      )}
      {step === 0 ? (
        <PlaceStep form={form} onChange={change} onDone={() => goTo(1)} />
      ) : (
        <MoreStep form={form} idEntity={idEntity} onChange={change} onBack={() => goTo(0)} />
      )}
    </div>
  );
}

type MoreStepProps = {
  form: PlaceForm;
  idEntity: number | null;
  onChange: (form: PlaceForm, idEntity?: number | null) => void;
  onBack: () => void;
};

/** The second step: the rest, and then the place is made. */
function MoreStep({ form, idEntity, onChange, onBack }: MoreStepProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: organisations = [] } = useQuery(myEntitiesQuery);
  const writers = organisations.filter(({ txRelationType }) => WRITERS.includes(txRelationType));
  const { submit, pending, message, fieldError } = useSubmit<Created>({
    check: () => wrongRest(form),
    send: (_, key) => {
      const written = writtenOf(form);
      if (!written) throw new Error('the checks have let something pass');
      return infopointCalls.create(written, idEntity, key);
    },
    done: async (made) => {
      keepDraft(null);
      void changedAnew(client, made);
      toast({ type: 'success', message: texts.created });
      await navigate(infopointPath(made.idInfopoint), { replace: true });
    },
  });
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormAlert message={message} />
      {/* What has no field in this step makes it another place too. */}
      <input type="hidden" name="all" value={JSON.stringify({ form, idEntity })} />
      <MoreFields form={form} onChange={(to) => onChange(to)} wrong={fieldError} />
      {writers.length > 0 && (
        <NativeSelect
          label={texts.inNameOf}
          value={String(idEntity ?? '')}
          data={[
            { value: '', label: texts.myself },
            ...writers.map((one) => ({ value: String(one.idEntity), label: one.entityName })),
          ]}
          onChange={({ currentTarget }) => onChange(form, Number(currentTarget.value) || null)}
        />
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onBack}>
          {texts.back}
        </Button>
        <Button type="submit" loading={pending}>
          {texts.create}
        </Button>
      </div>
    </form>
  );
}
