import { IconSend2 } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  lazy,
  memo,
  type Ref,
  Suspense,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import type { Attachment, Channel, Message } from '@/api/types.ts';
import hidden from '@/components/spoken.module.css';
import { insertText, onPaste } from '@/lib/editText.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { readStored, writeStored } from '@/lib/storage.ts';
import { chatTexts, fileTexts } from '@/texts/chat.ts';
import type { Announcement } from '../api.ts';
import { mayAnnounce } from '../lib/abilities.ts';
import { announcementTexts, plainly } from '../lib/announcement.ts';
import { FILES_MAX } from '../lib/files.ts';
import type { Suggestion } from '../lib/mentions.ts';
import { commandIn } from '../lib/slash.ts';
import { sendTyping } from '../live.ts';
import { useChatSession } from '../session.ts';
import classes from './Composer.module.css';
import type { Overlay } from './ComposerOverlay.tsx';
import { ComposerTools } from './ComposerTools.tsx';
import { isTouch } from './editText.ts';
import { GrowingField } from './GrowingField.tsx';
import { obey } from './obey.ts';
import { optionId } from './optionId.ts';
import { useDraft } from './useDraft.ts';
import { useDrop } from './useDrop.ts';
import { useSuggestions } from './useSuggestions.ts';
import { useUploads } from './useUploads.ts';
import { useWriting } from './useWriting.ts';

const ComposerMode = lazy(() => loadPart(() => import('./ComposerMode.tsx')));
const ComposerOverlay = lazy(() => loadPart(() => import('./ComposerOverlay.tsx')));
const SuggestionList = lazy(() => loadPart(() => import('./SuggestionList.tsx')));
const FormatBar = lazy(() => loadPart(() => import('./FormatBar.tsx')));
const VoiceRecorder = lazy(() => loadPart(() => import('../voice/VoiceRecorder.tsx')));
const KeptDraft = lazy(() => loadPart(() => import('./KeptDraft.tsx')));
const UploadStrip = lazy(() => loadPart(() => import('./UploadStrip.tsx')));
/** Whether the formatting stands open, on this device. */
const BAR = 'composer-bar';

export const CONTENT_MAX = 4000;
const COUNTER_FROM = 3600;
/** After the last key, once writing has ended (ms). */
const FINISH_MS = 2000;

export interface ComposerHandle {
  focus: () => void;
  field: () => HTMLTextAreaElement | null;
  /** Begins an answer below what somebody wrote. */
  quote: (text: string) => void;
}

/** false: not taken, the text stays. */
export type Send = (
  content: string,
  attachments: readonly Attachment[],
  announcement?: Announcement,
) => boolean;

interface Props {
  channel: Channel;
  threadId: number | null;
  label: string;
  /** Writing has ended while it stands open: nothing is sent, and what was begun is kept to be read and copied. */
  shut: boolean;
  editing: Message | null;
  onCancelEdit: () => void;
  onSend: Send;
  onSaveEdit: (message: Message, content: string) => Promise<boolean>;
  onEditLast: () => void;
  handle?: Ref<ComposerHandle>;
}

/** Memoised: messages arrive all the time. */
export const Composer = memo(function Composer(props: Props) {
  const { channel, threadId, label, shut, editing, onSend, onSaveEdit, onCancelEdit, onEditLast } =
    props;
  const session = useChatSession();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(channel.id, threadId);
  const [edited, setEdited] = useState('');
  const [saving, setSaving] = useState(false);
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const [announcement, setAnnouncement] = useState<Announcement>(plainly);
  /** Why a command did nothing. */
  const [notice, setNotice] = useState<string | null>(null);
  const suggestions = useSuggestions(channel, session.me.idUser);
  const listId = useId();

  /** Undefined: nothing was spoken yet. */
  const [speaks, setSpeaks] = useState<boolean>();
  const [bar, setBar] = useState(() => readStored(BAR) !== null);
  const writing = useWriting(field, (on) => sendTyping(channel.id, on, threadId));
  const { load, stopped } = writing;

  useImperativeHandle(
    props.handle,
    () => ({
      focus: () => field.current?.focus(),
      field: () => field.current,
      quote: (quoted) =>
        void load().then((keys) => field.current && keys.quote(field.current, quoted)),
    }),
    [load],
  );
  useEffect(() => () => stopped(), [stopped]);

  useEffect(() => {
    if (!editing) return;
    setEdited(editing.formattedContent || editing.content);
    field.current?.focus();
  }, [editing]);

  const text = editing ? edited : draft.text;
  const length = [...text.trim()].length;
  const left = CONTENT_MAX - length;
  const files = useUploads(channel.id, threadId);
  const withFiles = !editing && files.uploads.length > 0;
  const sendable =
    !shut && (length > 0 || withFiles) && left >= 0 && !saving && (!withFiles || files.ready);
  const open = suggestions.suggestions.length > 0;

  const announces = announcementTexts(announcement);
  const command = editing ? null : commandIn(text);

  const changed = (next: string, caret: number | null) => {
    setNotice(null);
    if (editing) setEdited(next);
    else draft.change(next);
    suggestions.update(next, caret);
    if (next.trim() !== '' && !editing && !shut) writing.typed();
  };

  const pick = (suggestion: Suggestion) => {
    if (!suggestions.trigger || !field.current) return;
    const { start, end } = suggestions.trigger;
    insertText(field.current, start, end, suggestion.insert);
  };

  const empty = () => {
    draft.change('');
    draft.flush();
    stopped();
    suggestions.update('', null);
  };

  const submit = async () => {
    if (!sendable) return;
    const content = text.trim();
    if (editing) {
      setSaving(true);
      const saved = await onSaveEdit(editing, content);
      setSaving(false);
      if (saved) onCancelEdit();
      return;
    }
    if (command) {
      setSaving(true);
      const refused = await obey(command, {
        session,
        channel,
        threadId,
        openPoll: (question, times) => setOverlay({ kind: 'poll', anchor: null, question, times }),
        openSave: (message) => setOverlay({ kind: 'save', anchor: field.current, message }),
      });
      setSaving(false);
      setNotice(refused);
      // What has been written meanwhile stays.
      if (refused === null && field.current?.value === text) empty();
      return;
    }
    const attachments = files.uploads.flatMap((one) => one.attachment ?? []);
    if (!onSend(content, attachments, announces ? announcement : undefined)) return;
    setAnnouncement(plainly);
    files.clear();
    empty();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Dead keys and input methods end their own words with Enter.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (open) {
      const picked = suggestions.suggestions[suggestions.index];
      const done = picked?.sign === '/' && picked.handle === suggestions.trigger?.query;
      if (done && event.key === 'Enter' && !event.shiftKey) void submit();
      else if (event.key === 'ArrowDown') suggestions.move(1);
      else if (event.key === 'ArrowUp') suggestions.move(-1);
      else if (event.key === 'Escape') suggestions.dismiss();
      else if (
        picked &&
        (((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) ||
          // `:heart:` written to its end.
          (event.key === ':' &&
            picked.sign === ':' &&
            picked.handle === suggestions.trigger?.query))
      )
        pick(picked);
      else return;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (writing.onKey(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && !isTouch()) {
      event.preventDefault();
      void submit();
    } else if (event.key === 'Escape' && editing) {
      event.preventDefault();
      event.stopPropagation();
      onCancelEdit();
    } else if (event.key === 'ArrowUp' && text === '' && !editing) {
      event.preventDefault();
      onEditLast();
    }
  };

  const toggleBar = () => {
    setBar(!bar);
    writeStored(BAR, bar ? null : 'open');
  };

  const root = useRef<HTMLDivElement>(null);
  const dropping = useDrop(root, files.add) && !shut;

  // Who is in the middle of a sentence when writing ends finishes it: it is kept, and sent nowhere.
  const [ended, setEnded] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key begins the pause anew
  useEffect(() => {
    setEnded(false);
    if (!shut) return;
    const timer = setTimeout(() => setEnded(true), FINISH_MS);
    return () => clearTimeout(timer);
  }, [shut, shut && text]);

  return (
    <div
      ref={root}
      className={classes.composer}
      style={{
        // Nothing was begun: there is nothing to keep.
        display:
          ended && text === '' && field.current !== document.activeElement ? 'none' : undefined,
      }}
    >
      {dropping && <p className={classes.drop}>{fileTexts.drop}</p>}
      {open && (
        <Suspense>
          <SuggestionList
            id={listId}
            suggestions={suggestions.suggestions}
            index={suggestions.index}
            label={chatTexts.completions[suggestions.trigger?.sign ?? '@']}
            onPick={pick}
          />
        </Suspense>
      )}
      <div className={hidden.spoken} role="status">
        {open ? chatTexts.suggestions(suggestions.suggestions.length) : ''}
      </div>
      {notice && (
        <p className={classes.refused} role="alert">
          {notice}
        </p>
      )}
      <Suspense>
        {editing ? (
          <ComposerMode
            title={chatTexts.editing}
            hint={chatTexts.editHint}
            leave={chatTexts.cancel}
            onLeave={onCancelEdit}
          />
        ) : (
          announces && (
            <ComposerMode
              title={announces}
              hint=""
              leave={chatTexts.dropMarks}
              onLeave={() => setAnnouncement(plainly)}
            />
          )
        )}
      </Suspense>
      {bar && (
        <Suspense>
          <FormatBar onFormat={writing.format} />
        </Suspense>
      )}
      {withFiles && (
        <Suspense>
          <UploadStrip uploads={files.uploads} onRemove={files.remove} onRetry={files.retry} />
        </Suspense>
      )}
      {speaks !== undefined && (
        <Suspense>
          <VoiceRecorder
            open={speaks}
            within={root}
            onClose={() => setSpeaks(false)}
            onTake={files.add}
          />
        </Suspense>
      )}
      {shut && (
        <Suspense>
          <KeptDraft text={text} workspaceId={channel.workspaceId} />
        </Suspense>
      )}
      <div className={classes.box} data-mode={(editing ?? announces) !== null || undefined}>
        <GrowingField
          field={field}
          placeholder={label}
          aria-label={label}
          aria-autocomplete="list"
          aria-controls={open ? listId : undefined}
          aria-activedescendant={open ? optionId(listId, suggestions.index) : undefined}
          value={text}
          enterKeyHint={isTouch() ? 'enter' : 'send'}
          onChange={(event) =>
            changed(event.currentTarget.value, event.currentTarget.selectionStart)
          }
          onSelect={(event) =>
            suggestions.update(event.currentTarget.value, event.currentTarget.selectionStart)
          }
          onKeyDown={onKeyDown}
          onPaste={(event) => shut || onPaste(event, files.add)}
          onFocus={() => void load()}
          readOnly={ended}
          onBlur={() => suggestions.update('', null)}
          data-composer={threadId === null ? 'channel' : 'thread'}
        />
        {length >= COUNTER_FROM && (
          <span className={classes.counter} data-over={left < 0 || undefined} role="status">
            {chatTexts.charactersLeft(left)}
          </span>
        )}
        {!shut && (
          <ComposerTools
            editing={editing !== null}
            bar={bar}
            // Texts of a channel's top level wait with the server; files and replies do not.
            mayWait={
              sendable && !editing && !withFiles && !announces && !command && threadId === null
            }
            maySpeak={!speaks && files.uploads.length < FILES_MAX}
            onOpen={setOverlay}
            onFiles={files.add}
            onBar={toggleBar}
            onSpeak={() => setSpeaks(true)}
          />
        )}
        {!shut && (
          <button
            type="button"
            className={classes.send}
            data-send={length > 0 || withFiles || undefined}
            aria-label={editing ? chatTexts.save : chatTexts.send}
            title={
              editing
                ? chatTexts.save
                : withFiles && !files.ready
                  ? fileTexts.waiting
                  : chatTexts.sendHint
            }
            aria-disabled={!sendable}
            // The keyboard of a phone stays up.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => void submit()}
          >
            <IconSend2 size={20} aria-hidden="true" />
          </button>
        )}
      </div>
      {overlay && (
        <Suspense>
          <ComposerOverlay
            overlay={overlay}
            channel={channel}
            threadId={threadId}
            content={text.trim()}
            announcement={threadId === null && mayAnnounce(channel) ? announcement : null}
            onAnnounce={setAnnouncement}
            onFormat={toggleBar}
            onEmoji={(emoji) => {
              const at = field.current;
              // After the sheet has given the focus back.
              if (at) setTimeout(() => insertText(at, at.selectionStart, at.selectionEnd, emoji));
            }}
            onPlanned={empty}
            onOpen={setOverlay}
          />
        </Suspense>
      )}
    </div>
  );
});
