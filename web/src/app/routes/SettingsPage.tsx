import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { lazyOnce } from '@/area/Slot.tsx';
import { inSlot } from '@/area/slots.ts';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { meQuery } from '@/features/accounts/api.ts';
import { Appearance, ChatAppearance } from '@/features/accounts/components/Appearance.tsx';
import { DataSettings } from '@/features/accounts/components/DataSettings.tsx';
import { MenuSettings } from '@/features/accounts/components/MenuSettings.tsx';
import { MissedSettings } from '@/features/accounts/components/MissedSettings.tsx';
import { MunicipalitySettings } from '@/features/accounts/components/MunicipalitySettings.tsx';
import { PasswordSettings } from '@/features/accounts/components/PasswordSettings.tsx';
import { PictureSettings } from '@/features/accounts/components/PictureSettings.tsx';
import { ProfileSettings } from '@/features/accounts/components/ProfileSettings.tsx';
import { SessionList } from '@/features/accounts/components/SessionList.tsx';
import classes from '@/features/accounts/components/settings.module.css';
import { VisibilitySettings } from '@/features/accounts/components/VisibilitySettings.tsx';
import { PushSettings } from '@/features/push/PushSettings.tsx';
import { QuietSettings } from '@/features/status/QuietSettings.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { useSliced } from '@/hooks/useSliced.ts';
import { loadWithin } from '@/lib/loadPart.ts';
import { accountTexts } from '@/texts/accounts.ts';

const TokenSettings = lazy(() =>
  loadWithin(() => import('@/features/accounts/tokens/TokenSettings.tsx')),
);

const texts = accountTexts.settings;
const first = [
  'profile',
  'picture',
  'municipality',
  'visibility',
  'menus',
  'appearance',
  'chat',
  'push',
  'missed-mail',
  'quiet',
] as const;
/** Below those of areas. */
const last = ['password', 'sessions', 'tokens', 'data'] as const;

/** A part that an address names is there only when the person is known. */
function useAnchor(ready: boolean) {
  const { hash } = useLocation();
  useEffect(() => {
    if (ready && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [ready, hash]);
}

/** Once the parts beside it are there, which come later than the page. */
function Anchor() {
  useAnchor(true);
  return null;
}

/** On a wide screen all parts below each other; on a phone a list of them, each of which its address opens by itself. */
export function SettingsPage() {
  const { data, error, refetch, dataUpdatedAt } = useQuery(meQuery);
  // Forms begin with what the server says, not with what this browser has kept.
  const me = useSliced(dataUpdatedAt > 0) ? data : undefined;
  useAnchor(me !== undefined);
  usePageTitle(texts.title);
  const { hash } = useLocation();
  const ofAreas = inSlot('settings');
  const own = (id: (typeof first | typeof last)[number]) => ({ id, label: texts[id] });
  const sections = [...first.map(own), ...ofAreas, ...last.map(own)];
  const chosen = sections.find(({ id }) => hash === `#${id}`)?.id;
  const part = (name: string, content: ReactNode) => (
    <div key={name} className={classes.part} data-chosen={name === chosen || undefined}>
      {content}
    </div>
  );
  return (
    <div className={classes.page} data-chosen={chosen}>
      <div className={classes.top}>
        {chosen && (
          <Link
            to="/settings"
            className={classes.back}
            aria-label={texts.back}
            title={texts.back}
          />
        )}
        <h1 className={classes.title}>{texts.title}</h1>
      </div>
      <nav className={classes.index} aria-label={texts.sections}>
        {sections.map(({ id, label }) => (
          <a key={id} href={`#${id}`}>
            {label}
          </a>
        ))}
      </nav>
      <div className={classes.sections}>
        {error && !me && <ErrorState error={error} onRetry={refetch} />}
        {!error && !me && <LoadingState />}
        {me && (
          <>
            {part('profile', <ProfileSettings me={me} />)}
            {part('picture', <PictureSettings me={me} />)}
            {part('municipality', <MunicipalitySettings me={me} />)}
            {part('visibility', <VisibilitySettings me={me} />)}
            {part('menus', <MenuSettings me={me} />)}
          </>
        )}
        {/* Not before what stands above is there, so that nothing moves. */}
        {(me || error) && (
          <>
            {part('appearance', <Appearance />)}
            {part('chat', <ChatAppearance />)}
          </>
        )}
        {me && part('push', <PushSettings person={me.idUser} />)}
        {me?.email && part('missed-mail', <MissedSettings me={me} />)}
        {me && part('quiet', <QuietSettings me={me} />)}
        {me && (
          <Suspense>
            {ofAreas.map(({ id, load }) => {
              const Drawn = lazyOnce(load);
              return part(id, <Drawn />);
            })}
            <Anchor />
          </Suspense>
        )}
        {me?.email && part('password', <PasswordSettings email={me.email} />)}
        {(me || error) && part('sessions', <SessionList />)}
        {me && (
          <Suspense>
            {part('tokens', <TokenSettings />)}
            <Anchor />
          </Suspense>
        )}
        {me && part('data', <DataSettings me={me} />)}
      </div>
    </div>
  );
}
