import { useReducedMotion } from '@mantine/hooks';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import {
  type ReactZoomPanPinchRef,
  TransformComponent,
  TransformWrapper,
} from 'react-zoom-pan-pinch';
import { pictureTexts as texts } from '@/texts/pictures.ts';
import { Dialog } from './Dialog.tsx';
import classes from './PicturesDialog.module.css';

/** How far a finger moves (px) for the next picture. */
const SWIPE = 48;
/** How many times as large a picture is shown at most, and by how much a step changes that. */
const [LARGEST, STEP] = [6, 1];
/** How far an arrow key moves a picture that is larger than its frame (px), and how long movements take (ms). */
const [PAN, MOVES] = [80, 150];

export interface FullPicture {
  id: number | string;
  src: string;
  alt: string;
  width?: number;
  height?: number;
  caption?: string;
  /** The file itself, under a name. */
  file?: { url: string; name: string };
}

interface Props {
  pictures: readonly FullPicture[];
  first: number;
  title: (index: number) => string;
  /** Which of how many. */
  which: (index: number) => string;
  onClose: () => void;
}

/**
 * Pictures in full view, one at a time: the next by arrow key, button or swipe; closer by two fingers, two taps, the wheel,
 * + and −, or button, and then moved by finger, mouse or arrow keys.
 */
export function PicturesDialog({ pictures, first, title, which, onClose }: Props) {
  const [index, setIndex] = useState(first);
  const [close, setClose] = useState(false);
  const zoom = useRef<ReactZoomPanPinchRef>(null);
  const from = useRef<number | null>(null);
  const still = useReducedMotion();
  const picture = pictures[index];
  if (!picture) return null;
  const time = still ? 0 : MOVES;
  const step = (by: number) => {
    setClose(false);
    setIndex((held) => Math.min(Math.max(held + by, 0), pictures.length - 1));
  };
  const arrow = (x: number, y: number) => {
    if (close) void zoom.current?.panBy(-x * PAN, -y * PAN, time);
    else if (x) step(x);
  };
  const closer = () => void zoom.current?.zoomIn(STEP, time);
  const farther = () => void zoom.current?.zoomOut(STEP, time);
  const whole = () => void zoom.current?.resetTransform(time);
  const keys: Record<string, () => void> = {
    ArrowRight: () => arrow(1, 0),
    ArrowLeft: () => arrow(-1, 0),
    ArrowDown: () => arrow(0, 1),
    ArrowUp: () => arrow(0, -1),
    '+': closer,
    '-': farther,
    '0': whole,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const button = (name: string, icon: ReactNode, press: () => void, disabled = false) => (
    <button
      type="button"
      className={classes.button}
      aria-label={name}
      title={name}
      // It keeps the focus when it has brought one to the end, or the keys would reach nothing any more.
      aria-disabled={disabled || undefined}
      onClick={() => disabled || press()}
    >
      {icon}
    </button>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same
    <div onKeyDown={onKeyDown}>
      <Dialog title={title(index)} onClose={onClose} full>
        <figure
          className={classes.stage}
          onTouchStart={({ touches }) => {
            from.current = touches.length === 1 && !close ? (touches[0]?.clientX ?? null) : null;
          }}
          onTouchEnd={({ changedTouches }) => {
            const moved = (changedTouches[0]?.clientX ?? 0) - (from.current ?? 0);
            if (from.current !== null && !close && Math.abs(moved) > SWIPE)
              step(moved < 0 ? 1 : -1);
            from.current = null;
          }}
        >
          <div className={classes.frame} data-close={close || undefined}>
            <TransformWrapper
              key={picture.id}
              ref={zoom}
              maxScale={LARGEST}
              panning={{ disabled: !close }}
              doubleClick={{ mode: 'toggle', step: 1.5, animationTime: time }}
              zoomAnimation={{ animationTime: time }}
              autoAlignment={{ animationTime: time }}
              velocityAnimation={{ disabled: still }}
              onTransform={(_, { scale }) => setClose(scale > 1)}
            >
              <TransformComponent>
                <img
                  className={classes.picture}
                  src={picture.src}
                  alt={picture.alt}
                  width={picture.width}
                  height={picture.height}
                  draggable={false}
                />
              </TransformComponent>
            </TransformWrapper>
          </div>
          {picture.caption && (
            <figcaption className={classes.caption}>{picture.caption}</figcaption>
          )}
        </figure>
        <div className={classes.tools}>
          {pictures.length > 1 &&
            button(
              texts.previous,
              <IconChevronLeft size={22} aria-hidden="true" />,
              () => step(-1),
              index === 0,
            )}
          <span role="status">{which(index)}</span>
          {pictures.length > 1 &&
            button(
              texts.next,
              <IconChevronRight size={22} aria-hidden="true" />,
              () => step(1),
              index === pictures.length - 1,
            )}
          {button(texts.closer, <IconZoomIn size={22} aria-hidden="true" />, closer)}
          {button(texts.farther, <IconZoomOut size={22} aria-hidden="true" />, farther, !close)}
          {button(texts.whole, <IconZoomReset size={22} aria-hidden="true" />, whole, !close)}
          {picture.file && (
            <a
              className={classes.button}
              href={picture.file.url}
              download={picture.file.name}
              aria-label={texts.download}
            >
              <IconDownload size={20} aria-hidden="true" />
            </a>
          )}
        </div>
      </Dialog>
    </div>
  );
}
