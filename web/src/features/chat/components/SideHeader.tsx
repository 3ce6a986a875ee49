import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { Channel } from '@/api/types.ts';
import { chatTexts } from '@/texts/chat.ts';
import { channelPath } from '../paths.ts';
import classes from './PaneHeader.module.css';
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
  const navigate = useNavigate();
  // Alone on a phone's page it is the page's heading.
  const Heading = useWide() ? 'h2' : 'h1';
  const close = () => void navigate(channelPath(channel));
  return (
    <header className={classes.header}>
      <button
        type="button"
        className={`${classes.button} ${classes.back}`}
        aria-label={chatTexts.backToChannel}
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
