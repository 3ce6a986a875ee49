import { Button, Textarea, TextInput } from '@mantine/core';
import { IconPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Membership } from '@/api/types.ts';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { MomentField } from '@/area/DateField.tsx';
import { Form } from '@/area/Form.tsx';
import { deleted, useFold, useLiveList } from '@/area/lists.ts';
import { momentOf } from '@/area/moments.ts';
import { PagedList } from '@/area/PagedList.tsx';
import { itemsOf } from '@/area/pages.ts';
import { on } from '@/commands/events.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { EmptyState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { EntityPicker } from '@/features/entities/pickers.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { fullTime, shortTime } from '@/lib/times.ts';
import { fieldTexts } from '@/texts/area.ts';
import { NEW_NOTICE, noticeCalls, noticesOf, texts } from './area.ts';
import classes from './notices.module.css';
import type { Notice } from './types.ts';

/** What the page shows above the board: nothing, a notice being written or changed, or the question before one goes. */
type Open = { what: 'write' } | { what: 'edit' | 'remove'; notice: Notice } | null;

export default function NoticesPage() {
  const idEntity = Number(useParams().idEntity);
  const { data: organisations = [] } = useQuery(myEntitiesQuery);
  const navigate = useNavigate();
  usePageTitle(texts.title);
  const here = organisations.find((one) => one.idEntity === idEntity);
  return (
    <div className={classes.page}>
      <h1 tabIndex={-1}>{texts.title}</h1>
      {organisations.length > 0 && (
        <EntityPicker
          key={`of ${idEntity}`}
          {...(here && { defaultChoice: { value: String(idEntity), label: here.entityName } })}
          onPick={(one) => one && void navigate(`/anslag/${one.value}`)}
        />
      )}
      <Board key={idEntity} idEntity={idEntity} writes={mayWrite(here)} />
    </div>
  );
}

/** Whether to offer it; the server decides. */
const mayWrite = (here: Membership | undefined) =>
  here?.txRelationType === 'OWNER' || here?.txRelationType === 'ADMINISTRATOR';

function Board({ idEntity, writes }: { idEntity: number; writes: boolean }) {
  const list = noticesOf(idEntity);
  const { query } = useLiveList(list);
  const [open, setOpen] = useState<Open>(null);
  useEffect(() => on(NEW_NOTICE, () => writes && setOpen({ what: 'write' })), [writes]);
  const close = () => setOpen(null);
  const write = (
    <Button className={classes.write} onClick={() => setOpen({ what: 'write' })}>
      {texts.write}
    </Button>
  );
  const items = itemsOf(query.data);
  return (
    <>
      {writes && items.length > 0 && write}
      <PagedList
        query={query}
        items={items}
        keyOf={({ id }) => id}
        label={texts.title}
        empty={
          <EmptyState
            title={texts.emptyTitle}
            text={writes ? texts.emptyWriter : texts.emptyReader}
            icon={<IconPin size={28} stroke={1.5} />}
          >
            {writes && write}
          </EmptyState>
        }
        row={(notice) => <NoticeCard notice={notice} onOpen={setOpen} />}
      />
      {open?.what === 'write' && <Editor idEntity={idEntity} onClose={close} />}
      {open?.what === 'edit' && <Editor idEntity={idEntity} notice={open.notice} onClose={close} />}
      {open?.what === 'remove' && (
        <Removal idEntity={idEntity} notice={open.notice} onClose={close} />
      )}
    </>
  );
}

function NoticeCard({ notice, onOpen }: { notice: Notice; onOpen: (open: Open) => void }) {
  const { title, text, authorName, created, updated, remindAt, abilities = [] } = notice;
  return (
    <article className={classes.card} aria-label={title}>
      <h2>{title}</h2>
      <p className={classes.facts}>
        {authorName} · <time dateTime={created}>{shortTime(created)}</time>
        {updated !== created && <span title={fullTime(updated)}> · {texts.changed}</span>}
        {remindAt && <> · {texts.reminds(fullTime(remindAt))}</>}
      </p>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>
        {abilities.includes('EDIT') && (
          <Button
            variant="default"
            size="sm"
            aria-label={texts.changeNamed(title)}
            onClick={() => onOpen({ what: 'edit', notice })}
          >
            {texts.change}
          </Button>
        )}
        {abilities.includes('DELETE') && (
          <Button
            variant="default"
            size="sm"
            aria-label={texts.removeNamed(title)}
            onClick={() => onOpen({ what: 'remove', notice })}
          >
            {texts.remove}
          </Button>
        )}
      </div>
    </article>
  );
}

type EditorProps = { idEntity: number; notice?: Notice; onClose: () => void };

function Editor({ idEntity, notice, onClose }: EditorProps) {
  const fold = useFold<Notice>(noticesOf(idEntity).queryKey);
  const calls = noticeCalls(idEntity);
  const missing = (values: FormData, name: 'title' | 'text') =>
    textOf(values, name) ? undefined : texts.missing[name];
  return (
    <Dialog title={notice ? texts.edit : texts.write} onClose={onClose}>
      <Form
        submit={notice ? texts.save : texts.publish}
        onCancel={onClose}
        check={(values) => ({
          title: missing(values, 'title'),
          text: missing(values, 'text'),
          remindAt: momentOf(values, 'remindAt') === undefined ? fieldTexts.wrongMoment : undefined,
        })}
        send={(values, key) => {
          const remindAt = momentOf(values, 'remindAt') ?? null;
          const input = { title: textOf(values, 'title'), text: textOf(values, 'text'), remindAt };
          return notice ? calls.update(notice.id, input) : calls.create(input, key);
        }}
        done={({ data }) => {
          fold({ id: data.id, version: data.version, item: data });
          toast({ type: 'success', message: notice ? texts.saved : texts.published });
          onClose();
        }}
      >
        {(field) => (
          <>
            <TextInput
              data-autofocus
              label={texts.name}
              defaultValue={notice?.title}
              {...field('title')}
            />
            <Textarea rows={5} label={texts.text} defaultValue={notice?.text} {...field('text')} />
            <MomentField
              label={texts.remind}
              defaultValue={notice?.remindAt ?? null}
              {...field('remindAt')}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

function Removal({ idEntity, notice, onClose }: Required<EditorProps>) {
  const fold = useFold<Notice>(noticesOf(idEntity).queryKey);
  return (
    <ConfirmCall
      danger
      title={texts.removeTitle}
      text={texts.removeText(notice.title)}
      action={texts.remove}
      call={() => noticeCalls(idEntity).remove(notice.id)}
      said={texts.removed}
      onDone={() => fold(deleted(notice.id))}
      onClose={onClose}
    />
  );
}
