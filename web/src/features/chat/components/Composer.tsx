import {
  IconClock,
  IconLetterCase,
  IconMoodSmile,
  IconPaperclip,
  IconSend2,
  IconX,
} from '@tabler/icons-react';
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
import { insertText } from '@/lib/editText.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { readStored, writeStored } from '@/lib/storage.ts';
import { chatTexts, fileTexts } from '@/texts/chat.ts';
import type { Suggestion } from '../lib/mentions.ts';
import { TypingSender } from '../lib/typing.ts';
import { sendTyping } from '../live.ts';
import { useChatSession } from '../session.ts';
import classes from './Composer.module.css';
import { EmojiSheet } from './EmojiSheet.tsx';
import { isTouch } from './editText.ts';
import { GrowingField } from './GrowingField.tsx';
import { optionId, SuggestionList } from './SuggestionList.tsx';
import { useDraft } from './useDraft.ts';
import { useDrop } from './useDrop.ts';
import { useSuggestions } from './useSuggestions.ts';
import { useUploads } from './useUploads.ts';
import { useWriting } from './useWriting.ts';

const LaterSheet = lazy(() => loadPart(() => import('../everyday/LaterSheet.tsx')));
const FormatBar = lazy(() => loadPart(() => import('./FormatBar.tsx')));
const UploadStrip = lazy(() => loadPart(() => import('./UploadStrip.tsx')));
/** Whether the formatting stands open, on this device. */
const BAR = 'composer-bar';

export const CONTENT_MAX = 4000;
const COUNTER_FROM = 3600;

export interface ComposerHandle {
  focus: () => void;
  /** Begins an answer below what somebody wrote. */
  quote: (text: string) => void;
}

interface Props {
  channel: Channel;
  threadId: number | null;
  label: string;
  editing: Message | null;
  onCancelEdit: () => void;
  /** false: not taken, the text stays. */
  onSend: (content: string, attachments: readonly Attachment[]) => boolean;
  onSaveEdit: (message: Message, content: string) => Promise<boolean>;
  onEditLast: () => void;
  handle?: Ref<ComposerHandle>;
}

/** Memoised: messages arrive all the time. */
export const Composer = memo(function Composer(props: Props) {
  const { channel, threadId, label, editing, onSend, onSaveEdit, onCancelEdit, onEditLast } = props;
  const session = useChatSession();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(channel.id, threadId);
  const [edited, setEdited] = useState('');
  const [saving, setSaving] = useState(false);
  const [picker, setPicker] = useState<Element | null>(null);
  const [later, setLater] = useState<Element | null>(null);
  const suggestions = useSuggestions(channel, session.me.idUser);
  const listId = useId();
  const [typing] = useState(() => new TypingSender((on) => sendTyping(channel.id, on, threadId)));

  const [bar, setBar] = useState(() => readStored(BAR) !== null);
  const writing = useWriting(field);
  const { load } = writing;

  useImperativeHandle(
    props.handle,
    () => ({
      focus: () => field.current?.focus(),
      quote: (quoted) =>
        void load().then(({ quoteReply }) => {
          const at = field.current;
          if (at) insertText(at, 0, at.value.length, quoteReply(at.value, quoted));
        }),
    }),
    [load],
  );
  useEffect(() => () => typing.stop(), [typing]);

  useEffect(() => {
    if (!editing) return;
    setEdited(editing.formattedContent || editing.content);
    field.current?.focus();
  }, [editing]);

  const text = editing ? edited : draft.text;
  const length = [...text.trim()].length;
  const left = CONTENT_MAX - length;
  const files = useUploads(channel.id);
  const chooser = useRef<HTMLInputElement>(null);
  const withFiles = !editing && files.uploads.length > 0;
  const sendable = (length > 0 || withFiles) && left >= 0 && !saving && (!withFiles || files.ready);
  const open = suggestions.suggestions.length > 0;

  const changed = (next: string, caret: number | null) => {
    if (editing) setEdited(next);
    else draft.change(next);
    suggestions.update(next, caret);
    if (next.trim() !== '' && !editing) typing.typed();
  };

  const pick = (suggestion: Suggestion) => {
    if (!suggestions.trigger || !field.current) return;
    const { start, end } = suggestions.trigger;
    insertText(field.current, start, end, suggestion.insert);
  };

  const empty = () => {
    draft.change('');
    draft.flush();
    typing.stop();
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
    const attachments = files.uploads.flatMap((one) => one.attachment ?? []);
    if (!onSend(content, attachments)) return;
    files.clear();
    empty();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Dead keys and input methods end their own words with Enter.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (open) {
      const picked = suggestions.suggestions[suggestions.index];
      if (event.key === 'ArrowDown') suggestions.move(1);
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

  const root = useRef<HTMLDivElement>(null);
  const dropping = useDrop(root, files.add);

  return (
    <div ref={root} className={classes.composer}>
      {dropping && <p className={classes.drop}>{fileTexts.drop}</p>}
      {open && (
        <SuggestionList
          id={listId}
          suggestions={suggestions.suggestions}
          index={suggestions.index}
          label={chatTexts.completions[suggestions.trigger?.sign ?? '@']}
          onPick={pick}
        />
      )}
      <div className={hidden.spoken} role="status">
        {open ? chatTexts.suggestions(suggestions.suggestions.length) : ''}
      </div>
      {editing && (
        <div className={classes.mode}>
          <b>{chatTexts.editing}</b>
          <span className={classes.modeHint}>{chatTexts.editHint}</span>
          <button
            type="button"
            className={classes.icon}
            aria-label={chatTexts.cancel}
            onClick={onCancelEdit}
          >
            <IconX size={16} aria-hidden="true" />
          </button>
        </div>
      )}
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
      <div className={classes.box} data-editing={editing !== null || undefined}>
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
          onPaste={(event) => {
            const pasted = [...event.clipboardData.files];
            if (pasted.length === 0) return writing.onPaste(event);
            event.preventDefault();
            files.add(pasted);
          }}
          onFocus={() => void load()}
          onBlur={() => suggestions.update('', null)}
          data-composer={threadId === null ? 'channel' : 'thread'}
        />
        {length >= COUNTER_FROM && (
          <span className={classes.counter} data-over={left < 0 || undefined} role="status">
            {chatTexts.charactersLeft(left)}
          </span>
        )}
        {!editing && (
          <>
            <input
              ref={chooser}
              type="file"
              multiple
              hidden
              data-testid="files"
              onChange={(event) => {
                files.add([...(event.currentTarget.files ?? [])]);
                event.currentTarget.value = '';
              }}
            />
            <button
              type="button"
              className={classes.icon}
              aria-label={fileTexts.attach}
              title={fileTexts.attach}
              onClick={() => chooser.current?.click()}
            >
              <IconPaperclip size={20} aria-hidden="true" />
            </button>
          </>
        )}
        <button
          type="button"
          className={classes.icon}
          aria-label={chatTexts.formatting}
          aria-pressed={bar}
          title={chatTexts.formatting}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            setBar(!bar);
            writeStored(BAR, bar ? null : 'open');
          }}
        >
          <IconLetterCase size={20} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={classes.icon}
          data-emoji
          aria-label={chatTexts.emoji}
          title={chatTexts.emoji}
          onClick={(event) => setPicker(event.currentTarget)}
        >
          <IconMoodSmile size={20} aria-hidden="true" />
        </button>
        {/* Texts of a channel's top level wait with the server; files and replies do not. */}
        {sendable && !editing && !withFiles && threadId === null && (
          <button
            type="button"
            className={classes.icon}
            data-later
            aria-label={chatTexts.later}
            title={chatTexts.later}
            aria-haspopup="dialog"
            onClick={(event) => setLater(event.currentTarget)}
          >
            <IconClock size={20} aria-hidden="true" />
          </button>
        )}
        <button
          type="button"
          className={classes.send}
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
      </div>
      {later && (
        <Suspense>
          <LaterSheet
            channel={channel}
            content={text.trim()}
            anchor={later}
            onClose={() => setLater(null)}
            onPlanned={empty}
          />
        </Suspense>
      )}
      {picker && (
        <EmojiSheet
          anchor={picker}
          onClose={() => setPicker(null)}
          onPick={(emoji) => {
            setPicker(null);
            const at = field.current;
            // After the sheet has given the focus back.
            if (at) setTimeout(() => insertText(at, at.selectionStart, at.selectionEnd, emoji));
          }}
        />
      )}
    </div>
  );
});
