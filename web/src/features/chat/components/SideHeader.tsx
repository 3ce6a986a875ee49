import { IconArrowLeft, IconX } from '@tabler/icons-react';
import type { Channel } from '@/api/types.ts';
import { chatTexts } from '@/texts/chat.ts';
import { paneTexts } from '@/texts/panes.ts';
import classes from './PaneHeader.module.css';
import { useLeave } from './useLeave.ts';
import { useWide } from './useWide.ts';

/** The head of what stands beside the channel, or in its place on a phone. */
export function SideHeader({
  title,
  subtitle,
  channel,
}: {
  title: string;
  subtitle: string;
  channel: Channel;
}) {
  // Alone on a phone's page it is the page's heading.
  const Heading = useWide() ? 'h2' : 'h1';
  const leave = useLeave();
  const close = () => leave.toChannel(channel);
  return (
    <header className={classes.header}>
      <button
        type="button"
        className={`${classes.button} ${classes.back}`}
        aria-label={paneTexts.backToChannel}
        onClick={close}
      >
        <IconArrowLeft size={20} aria-hidden="true" />
      </button>
      <div className={classes.titles}>
        <Heading className={classes.title}>{title}</Heading>
        <p className={classes.topic}>{subtitle}</p>
      </div>
      <button
        type="button"
        className={`${classes.button} ${classes.close}`}
        aria-label={chatTexts.close}
        onClick={close}
      >
        <IconX size={20} aria-hidden="true" />
      </button>
    </header>
  );
}
