import { Avatar } from '@/components/Avatar.tsx';
import { startTexts } from '@/texts/start.ts';
import classes from './ChatPreview.module.css';

const { organisation, channels, active, messages } = startTexts.preview;

/** A picture of the chat made of text, so that it is sharp and follows the colour scheme. */
export function ChatPreview() {
  return (
    <div className={classes.window} aria-hidden="true">
      <div className={classes.side}>
        <p className={classes.organisation}>{organisation}</p>
        {channels.map((name) => (
          <p key={name} className={classes.channel} data-active={name === active || undefined}>
            # {name}
          </p>
        ))}
      </div>
      <div className={classes.talk}>
        <p className={classes.title}># {active}</p>
        {messages.map(({ name, time, text }) => (
          <div key={time} className={classes.message}>
            <Avatar name={name} size={36} />
            <div>
              <p>
                <b>{name}</b> <span className={classes.time}>{time}</span>
              </p>
              <p>{withMention(text)}</p>
            </div>
          </div>
        ))}
        <p className={classes.reactions}>
          <span>👍 4</span>
          <span>☕ 2</span>
        </p>
      </div>
    </div>
  );
}

function withMention(text: string) {
  return text.split(/(@\S+)/).map((part) =>
    part.startsWith('@') ? (
      <mark key={part} className={classes.mention}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
