import {
  type Icon,
  IconClock,
  IconLetterCase,
  IconMicrophone,
  IconMoodSmile,
  IconPaperclip,
  IconPlus,
} from '@tabler/icons-react';
import { type ComponentProps, useRef } from 'react';
import { chatTexts, fileTexts } from '@/texts/chat.ts';
import classes from './Composer.module.css';
import type { Overlay } from './ComposerOverlay.tsx';

/** On pages that come by https, or from this machine; when pages are drawn ahead it is said to be so. */
const canSpeak =
  typeof window === 'undefined' || !!(navigator.mediaDevices && window.MediaRecorder);

interface Props {
  editing: boolean;
  /** The formatting stands open. */
  bar: boolean;
  /** What is written can be sent later. */
  mayWait: boolean;
  /** One does not speak yet, and there is room for what one says. */
  maySpeak: boolean;
  onOpen: (overlay: Overlay) => void;
  onFiles: (files: readonly File[]) => void;
  onBar: () => void;
  onSpeak: () => void;
}

interface ToolProps extends ComponentProps<'button'> {
  icon: Icon;
  label: string;
}

/** What stands beside the field, before the button that sends. */
export function ComposerTools(props: Props) {
  const { editing, bar, mayWait, maySpeak, onOpen, onFiles, onBar, onSpeak } = props;
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      {!editing && (
        <>
          <Tool
            icon={IconPlus}
            label={chatTexts.addMore}
            aria-haspopup="dialog"
            onClick={(event) => onOpen({ kind: 'menu', anchor: event.currentTarget })}
          />
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            data-testid="files"
            onChange={(event) => {
              onFiles([...(event.currentTarget.files ?? [])]);
              event.currentTarget.value = '';
            }}
          />
          <Tool
            icon={IconPaperclip}
            label={fileTexts.attach}
            onClick={() => chooser.current?.click()}
          />
        </>
      )}
      <Tool
        icon={IconLetterCase}
        data-format={!editing || undefined}
        label={chatTexts.formatting}
        aria-pressed={bar}
        onPointerDown={(event) => event.preventDefault()}
        onClick={onBar}
      />
      <Tool
        icon={IconMoodSmile}
        data-emoji
        label={chatTexts.emoji}
        onClick={(event) => onOpen({ kind: 'emoji', anchor: event.currentTarget })}
      />
      {mayWait && (
        <Tool
          icon={IconClock}
          data-later
          label={chatTexts.later}
          aria-haspopup="dialog"
          onClick={(event) => onOpen({ kind: 'later', anchor: event.currentTarget })}
        />
      )}
      {canSpeak && maySpeak && !editing && (
        <Tool icon={IconMicrophone} data-voice label={fileTexts.speak} onClick={onSpeak} />
      )}
    </>
  );
}

function Tool({ icon: Icon, label, ...rest }: ToolProps) {
  return (
    <button type="button" className={classes.icon} aria-label={label} title={label} {...rest}>
      <Icon size={20} aria-hidden="true" />
    </button>
  );
}
