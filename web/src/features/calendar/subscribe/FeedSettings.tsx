import { Card } from '@/components/Card.tsx';
import { subscribeTexts as texts } from '@/texts/subscribe.ts';
import { PersonalFeed } from './PersonalFeed.tsx';
import classes from './subscribe.module.css';

/** One's calendar in other programs, among the settings. */
export default function FeedSettings() {
  return (
    <Card id="ics" title={texts.section} text={texts.mineText}>
      <div className={classes.stack}>
        <PersonalFeed />
      </div>
    </Card>
  );
}
