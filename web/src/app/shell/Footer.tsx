import { useQuery } from '@tanstack/react-query';
import { SchemeSwitch } from '@/components/SchemeSwitch.tsx';
import { SmartLink } from '@/components/SmartLink.tsx';
import { versionQuery } from '@/features/updates/api.ts';
import { revision, socialLinks, support } from '@/lib/operator.ts';
import { setPreferences, usePreferences } from '@/lib/preferences.ts';
import { useSignedIn } from '@/lib/session.ts';
import { footerMenus } from '@/texts/footer.ts';
import { shellTexts } from '@/texts/shell.ts';
import classes from './Footer.module.css';

export function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div className={classes.about}>
          <p className={classes.tagline}>{shellTexts.tagline}</p>
          <p>
            {shellTexts.supportLine}:{' '}
            <a href={`tel:${support.phone.replace(/[^+\d]/g, '')}`}>{support.phone}</a>
          </p>
          <p>
            {shellTexts.support}: <a href={`mailto:${support.mail}`}>{support.mail}</a>
          </p>
          {socialLinks.length > 0 && (
            <ul className={classes.social} aria-label={shellTexts.social}>
              {socialLinks.map(({ label, to }) => (
                <li key={to}>
                  <SmartLink to={to}>{label}</SmartLink>
                </li>
              ))}
            </ul>
          )}
        </div>
        {footerMenus.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className={classes.title}>{title}</h2>
            <ul className={classes.links}>
              {links.map(({ label, to }) => (
                <li key={to}>
                  <SmartLink to={to}>{label}</SmartLink>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className={classes.end}>
        <div>
          <p>{shellTexts.copyright}</p>
          <Stamps />
        </div>
        <div className={classes.switches}>
          <LinkBarSwitch />
          <SchemeSwitch />
        </div>
      </div>
    </footer>
  );
}

/** One program answers for the server, signing in and the pictures, so they have one version. */
function Stamps() {
  const version = useQuery(versionQuery).data?.version ?? shellTexts.unknownVersion;
  const { frontend, backend, auth, images } = shellTexts.stamps;
  const stamps = [
    [frontend, revision],
    [backend, version],
    [auth, version],
    [images, version],
  ];
  return (
    <ul className={classes.stamps} aria-label={shellTexts.versions}>
      {stamps.map(([name, value]) => (
        <li key={name}>
          {name} {value}
        </li>
      ))}
    </ul>
  );
}

function LinkBarSwitch() {
  const { linkBar } = usePreferences();
  if (useSignedIn()) return null;
  return (
    <label className={classes.switch}>
      <input
        type="checkbox"
        checked={linkBar}
        onChange={(event) => setPreferences({ linkBar: event.currentTarget.checked })}
      />
      {shellTexts.showLinkBar}
    </label>
  );
}
