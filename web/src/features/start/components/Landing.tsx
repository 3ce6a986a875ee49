import { Button } from '@mantine/core';
import { IconAccessible, IconBellOff, IconBolt, IconUsersGroup } from '@tabler/icons-react';
import { Link } from 'react-router';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { startTexts } from '@/texts/start.ts';
import { ChatPreview } from './ChatPreview.tsx';
import classes from './Landing.module.css';

const icons = { live: IconBolt, roles: IconUsersGroup, quiet: IconBellOff, access: IconAccessible };

/** What the product is, for those who are not signed in. */
export default function Landing() {
  usePageTitle();
  return (
    <div className={classes.landing}>
      <section className={classes.hero}>
        <div className={classes.words}>
          <h1 className={classes.headline}>{startTexts.headline}</h1>
          <p className={classes.lead}>{startTexts.lead}</p>
          <div className={classes.actions}>
            <Button component={Link} to="/signup" size="lg">
              {startTexts.signup}
            </Button>
            <Button component={Link} to="/login" size="lg" variant="default">
              {startTexts.login}
            </Button>
          </div>
        </div>
        <ChatPreview />
      </section>
      <ul className={classes.features}>
        {startTexts.features.map(({ icon, title, text }) => {
          const Icon = icons[icon];
          return (
            <li key={icon}>
              <span className={classes.icon} aria-hidden="true">
                <Icon size={22} stroke={1.75} />
              </span>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
