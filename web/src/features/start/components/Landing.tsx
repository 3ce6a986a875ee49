import { Button } from '@mantine/core';
import { IconAccessible, IconBellOff, IconBolt, IconUsersGroup } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { useRunning } from '@/hooks/useRunning.ts';
import { startTexts } from '@/texts/start.ts';
import { ChatPreview } from './ChatPreview.tsx';
import classes from './Landing.module.css';

const FewPromoted = lazy(async () => {
  const { loadPromoted } = await import('@/features/calendar/index.ts');
  return { default: (await loadPromoted()).FewPromoted };
});
const icons = { live: IconBolt, roles: IconUsersGroup, quiet: IconBellOff, access: IconAccessible };

/** What the product is, for those who are not signed in. */
export default function Landing() {
  usePageTitle();
  // What is drawn when the app is built has no events.
  const running = useRunning();
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
      <section className={classes.more} aria-labelledby="landing-more">
        <h2 id="landing-more">{startTexts.more.title}</h2>
        <ul>
          {startTexts.more.areas.map(({ to, title, text }) => (
            <li key={to}>
              <Link to={to}>{title}</Link>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      {running && (
        <div className={classes.events}>
          <Suspense>
            <FewPromoted />
          </Suspense>
        </div>
      )}
    </div>
  );
}
