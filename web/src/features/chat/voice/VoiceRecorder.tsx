import {
  IconMicrophone,
  IconMicrophoneOff,
  IconPlayerPause,
  IconPlayerStop,
  IconTrash,
} from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import hidden from '@/components/spoken.module.css';
import { voiceTexts as texts } from '@/texts/voice.ts';
import { useStable } from '../components/useStable.ts';
import { Level } from './Level.tsx';
import { type Recording, record, type Trouble, troubleOf } from './recording.ts';
import classes from './voice.module.css';
import { clock, LONGEST, SHORT } from './voice.ts';

interface Props {
  open: boolean;
  /** The composer: the focus goes back into it. */
  within: RefObject<HTMLElement | null>;
  onClose: () => void;
  onTake: (files: readonly File[]) => void;
}

/** What is spoken instead of written. It stays once it was there: what became of the last recording is still to be heard. */
export default function VoiceRecorder({ open, within, onClose, onTake }: Props) {
  const [said, setSaid] = useState('');
  // Where it goes then: it is to be there also when the network is not, by then.
  useEffect(() => {
    import('../components/UploadStrip.tsx').catch(() => {});
    import('./AudioPlayer.tsx').catch(() => {});
  }, []);
  /** What gets the focus when the recorder is gone. */
  const next = useRef('');
  const leave = (saying: string, to: string) => {
    next.current = to;
    setSaid(saying);
    onClose();
  };
  // Once the button that opened it is there again; on a phone that of sending stands in its place while there is something to send.
  useEffect(() => {
    // Who has gone on to write is left there.
    if (open || !next.current || document.activeElement !== document.body) return;
    const buttons = within.current?.querySelectorAll<HTMLElement>(next.current) ?? [];
    [...buttons].find((one) => one.getClientRects().length > 0)?.focus();
  }, [open, within]);
  return (
    <>
      <div className={hidden.spoken} role="status">
        {said}
      </div>
      {open && (
        <Recorder
          onSay={setSaid}
          onDropped={(saying) => leave(saying, '[data-voice], [data-send]')}
          onTaken={(file, saying) => {
            onTake([file]);
            leave(saying, '[data-send]');
          }}
        />
      )}
    </>
  );
}

type Phase = 'asking' | 'recording' | 'paused' | Trouble;

interface RecorderProps {
  onSay: (text: string) => void;
  onDropped: (saying: string) => void;
  onTaken: (file: File, saying: string) => void;
}

function Recorder({ onSay, onDropped, onTaken }: RecorderProps) {
  const [phase, setPhase] = useState<Phase>('asking');
  const [tries, setTries] = useState(0);
  const [recording, setRecording] = useState<Recording | null>(null);
  const [seconds, setSeconds] = useState(0);
  const [asks, setAsks] = useState(false);
  const root = useRef<HTMLFieldSetElement>(null);
  const say = useStable(onSay);

  const finishing = useRef(false);
  const finish = useStable(async () => {
    if (!recording || finishing.current) return;
    finishing.current = true;
    setRecording(null);
    const time = clock(recording.seconds);
    const file = await recording.finish();
    if (!file) onDropped(texts.nothing);
    else onTaken(file, recording.seconds >= LONGEST ? texts.full(time) : texts.ready(time));
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks anew
  useEffect(() => {
    let gone = false;
    let begun: Recording | null = null;
    setPhase('asking');
    say(texts.asking);
    record().then(
      (made) => {
        begun = made;
        if (gone) return made.drop();
        setRecording(made);
        setPhase('recording');
        say(texts.recordingSaid);
      },
      (error) => {
        if (!gone) setPhase(troubleOf(error));
      },
    );
    return () => {
      gone = true;
      begun?.drop();
    };
  }, [tries, say]);

  useEffect(() => {
    if (!recording) return;
    let open = true;
    // The microphone was unplugged, or taken away: what there is, is kept.
    recording.over.then(() => {
      if (open) void finish();
    });
    const timer = setInterval(() => {
      setSeconds(Math.floor(recording.seconds));
      if (recording.seconds >= LONGEST) void finish();
    }, 200);
    return () => {
      open = false;
      clearInterval(timer);
    };
  }, [recording, finish]);

  const last = seconds >= LONGEST - 60;
  useEffect(() => {
    if (last) say(texts.lastMinute);
  }, [last, say]);

  // What stood there may have had the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each of them other buttons stand here
  useEffect(() => {
    const has = document.activeElement;
    if (
      has &&
      has !== document.body &&
      !root.current?.contains(has) &&
      !has.matches('[data-voice]')
    )
      return;
    root.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, [phase, asks]);

  const drop = () => {
    recording?.drop();
    onDropped(recording ? texts.dropped : '');
  };
  const ask = () => {
    if (!recording || recording.seconds <= SHORT) return drop();
    pause();
    setAsks(true);
  };
  const pause = () => {
    recording?.pause();
    setPhase('paused');
    say(texts.paused);
  };
  const resume = () => {
    recording?.resume();
    setPhase('recording');
    say(texts.recordingSaid);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (asks) setAsks(false);
    else ask();
  };

  let content = <Asking onCancel={drop} />;
  if (asks) {
    content = (
      <>
        <p className={classes.words} role="alert">
          {texts.dropSure}
        </p>
        <Word text={texts.dropYes} onClick={drop} danger />
        <Word text={texts.keep} onClick={() => setAsks(false)} first />
      </>
    );
  } else if (phase === 'denied' || phase === 'missing' || phase === 'busy') {
    content = (
      <>
        <IconMicrophoneOff className={classes.mark} size={20} aria-hidden="true" />
        <p className={classes.words} role="alert">
          {texts[phase]}
        </p>
        <Word text={texts.again} onClick={() => setTries(tries + 1)} first />
        <Word text={texts.close} onClick={drop} />
      </>
    );
  } else if (phase !== 'asking') {
    const paused = phase === 'paused';
    content = (
      <>
        <span className={classes.dot} data-paused={paused || undefined} aria-hidden="true" />
        <span className={classes.state}>{paused ? texts.paused : texts.recording}</span>
        <span className={classes.time} role="timer" aria-label={texts.elapsed}>
          {clock(seconds)}
        </span>
        {recording && <Level stream={recording.stream} still={paused} />}
        <button
          type="button"
          className={classes.button}
          aria-label={texts.drop}
          title={texts.drop}
          onClick={ask}
        >
          <IconTrash size={20} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={classes.button}
          aria-label={paused ? texts.resume : texts.pause}
          title={paused ? texts.resume : texts.pause}
          onClick={paused ? resume : pause}
        >
          {paused ? (
            <IconMicrophone size={20} aria-hidden="true" />
          ) : (
            <IconPlayerPause size={20} aria-hidden="true" />
          )}
        </button>
        <button type="button" className={classes.done} onClick={() => void finish()} data-first>
          <IconPlayerStop size={18} aria-hidden="true" />
          {texts.done}
        </button>
      </>
    );
  }
  return (
    <fieldset
      ref={root}
      className={classes.recorder}
      aria-label={texts.recorder}
      onKeyDown={onKeyDown}
    >
      {content}
    </fieldset>
  );
}

function Asking({ onCancel }: { onCancel: () => void }) {
  return (
    <>
      <IconMicrophone className={classes.mark} size={20} aria-hidden="true" />
      <p className={classes.words}>
        {texts.asking}
        <small>{texts.allow}</small>
      </p>
      <Word text={texts.cancel} onClick={onCancel} first />
    </>
  );
}

function Word(props: { text: string; onClick: () => void; first?: boolean; danger?: boolean }) {
  return (
    <button
      type="button"
      className={classes.word}
      onClick={props.onClick}
      data-first={props.first}
      data-danger={props.danger}
    >
      {props.text}
    </button>
  );
}
