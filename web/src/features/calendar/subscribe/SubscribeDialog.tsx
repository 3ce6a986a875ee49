import { Dialog } from '@/components/Dialog.tsx';
import { subscribeTexts as texts } from '@/texts/subscribe.ts';
import { useGroups } from '../useCalendar.ts';
import { FeedAddress } from './FeedAddress.tsx';
import { addressOf, isOpen } from './feeds.ts';
import { PersonalFeed } from './PersonalFeed.tsx';
import classes from './subscribe.module.css';

/** Addresses at which other programs read calendars. */
export default function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const { calendars } = useGroups();
  const open = calendars.filter(isOpen);
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className={classes.stack}>
        <p>{texts.text}</p>
        <section className={classes.stack} aria-labelledby="feed-mine">
          <h3 id="feed-mine">{texts.mine}</h3>
          <p className={classes.faint}>{texts.mineText}</p>
          <PersonalFeed />
        </section>
        {open.length > 0 && (
          <section className={classes.stack} aria-labelledby="feed-public">
            <h3 id="feed-public">{texts.public}</h3>
            <p className={classes.faint}>{texts.publicText}</p>
            {open.map(({ calendarUUID, name }) => (
              <FeedAddress
                key={calendarUUID}
                label={texts.addressOf(name)}
                copy={texts.copyOf(name)}
                address={addressOf(calendarUUID)}
              />
            ))}
          </section>
        )}
      </div>
    </Dialog>
  );
}
