import { IconDownload, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { Attachment } from '@/api/types.ts';
import { voiceTexts as texts } from '@/texts/voice.ts';
import { heardOf, rateNow, seek, setRate, show, subscribe, toggle } from './sounds.ts';
import classes from './voice.module.css';
import { clock, isVoice, keyed, nextRate, rateText } from './voice.ts';

interface Props {
  file: Attachment;
  /** Whose it is; null: one's own, that is not sent yet. */
  from: string | null;
}

/** A sound where it stands. In a list of messages the arrows lead from one control to the next, and the last one is the slider. */
export default function AudioPlayer({ file, from }: Props) {
  const root = useRef<HTMLFieldSetElement>(null);
  const { url } = file;
  const { playing, at, duration, failed } = useSyncExternalStore(subscribe, () => heardOf(url));
  const rate = useSyncExternalStore(subscribe, rateNow);
  useEffect(() => show(url, root.current), [url]);

  const voice = isVoice(file.name);
  const whole = duration === null ? null : clock(duration);
  const what = texts.from(voice ? texts.name : file.name, from);

  const onKeyDown = (event: KeyboardEvent) => {
    const to = duration === null ? null : keyed(event.key, at, duration);
    // From its ends the arrows lead on.
    if (to === null || (to === at && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    event.stopPropagation();
    seek(url, to);
  };

  return (
    <fieldset ref={root} className={classes.player} aria-label={texts.lasting(what, whole)}>
      <button
        type="button"
        className={classes.play}
        aria-label={playing ? texts.stop : texts.play}
        title={playing ? texts.stop : texts.play}
        onClick={() => toggle(url, root.current)}
      >
        {playing ? (
          <IconPlayerPauseFilled size={18} aria-hidden="true" />
        ) : (
          <IconPlayerPlayFilled size={18} aria-hidden="true" />
        )}
      </button>
      <button
        type="button"
        className={classes.rate}
        aria-label={texts.speed(rateText(rate))}
        title={texts.speed(rateText(rate))}
        onClick={() => setRate(nextRate(rate))}
      >
        {rateText(rate)}
      </button>
      <input
        type="range"
        className={classes.place}
        min={0}
        max={duration ?? 1}
        step="any"
        value={duration === null ? 0 : Math.min(at, duration)}
        style={{ '--part': `${duration ? (at / duration) * 100 : 0}%` } as CSSProperties}
        disabled={duration === null}
        aria-label={texts.place}
        aria-valuetext={whole === null ? undefined : texts.of(clock(at), whole)}
        onChange={(event) => seek(url, Number(event.currentTarget.value))}
        onKeyDown={onKeyDown}
      />
      <span className={classes.time} aria-hidden="true">
        {whole === null ? clock(at) : `${clock(at)} / ${whole}`}
      </span>
      {failed && (
        <p className={classes.failed} role="alert">
          {texts.failed}
        </p>
      )}
      {!voice && (
        <a className={classes.file} href={url} download={file.name}>
          <span>{file.name}</span>
          <IconDownload size={16} aria-hidden="true" />
        </a>
      )}
    </fieldset>
  );
}
