import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { openShortcuts, startGuide } from '@/commands/events.ts';
import { keyName } from '@/commands/keyNames.ts';
import { shortcuts } from '@/commands/useShortcuts.ts';
import { dropdownDivider, dropdownHeading, dropdownItem } from '@/components/Dropdown.tsx';
import { SmartLink } from '@/components/SmartLink.tsx';
import { toast } from '@/components/toast.ts';
import { useActing } from '@/features/context/index.ts';
import { normalised } from '@/lib/guideIds.ts';
import { contactLinks, support } from '@/lib/operator.ts';
import { guideTexts } from '@/texts/guides.ts';
import { shortcutListTexts } from '@/texts/shell.ts';
import { guideCalls, guidesQuery } from './api.ts';
import { guideAt } from './at.ts';
import { type Guide, guidesFor } from './catalog.ts';
import { GuideFlow } from './flow.ts';
import classes from './guides.module.css';
import { isDebugging, readGuide, setDebugging } from './local.ts';

/** The guides that fit the place, and other ways to help. */
export default function HelpMenu() {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const acting = useActing() !== null;
  const { data, error } = useQuery(guidesQuery);
  useEffect(() => {
    if (error) console.warn('the guides’ status could not be fetched', error);
  }, [error]);

  // What the server does not say is known here. One that was begun and left counts as new.
  const isDone = ({ id }: Guide) =>
    readGuide(id).completed !== undefined ||
    data?.status.guides.some((one) => one.guideId === normalised(id) && one.completed) === true;

  return (
    <>
      <p className={dropdownHeading}>{guideTexts.helpTitle}</p>
      {guidesFor(pathname, acting).map((id) => {
        const guide = guideAt(id, pathname, client);
        const seen = isDone(guide);
        return (
          <button key={id} type="button" className={dropdownItem} onClick={() => startGuide(id)}>
            <span className={classes.row}>
              <span aria-hidden="true">{guide.icon}</span>
              <span className={classes.name}>{guide.title}</span>
              <span className={classes.badge} data-new={!seen || undefined}>
                {seen ? guideTexts.badgeSeen : guideTexts.badgeNew}
              </span>
            </span>
          </button>
        );
      })}
      <hr className={dropdownDivider} />
      <p className={dropdownHeading}>{guideTexts.shortcuts}</p>
      {shortcuts(true).map(({ id, label, keys }) => (
        <p key={id} className={classes.shortcut}>
          <span>{label}</span>
          <span>{keyName(keys ?? '')}</span>
        </p>
      ))}
      <button type="button" className={dropdownItem} onClick={openShortcuts}>
        {shortcutListTexts.all}
      </button>
      <hr className={dropdownDivider} />
      <SmartLink to={contactLinks.help} className={dropdownItem}>
        {guideTexts.helpLink}
      </SmartLink>
      <a href={`mailto:${support.mail}`} className={dropdownItem}>
        {guideTexts.supportLink}
      </a>
      {!import.meta.env.PROD && <Debugging />}
    </>
  );
}

/** Only while developing. */
function Debugging() {
  const [on, setOn] = useState(isDebugging);
  const flow = new GuideFlow(guideCalls, (type, message, duration) =>
    toast({ type, message, duration }),
  );
  return (
    <>
      <hr className={dropdownDivider} />
      <label className={dropdownItem}>
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => {
            const wanted = event.currentTarget.checked;
            setOn(wanted);
            setDebugging(wanted);
            if (wanted) void flow.resetAll();
          }}
        />
        {guideTexts.debug}
      </label>
      <button
        type="button"
        className={dropdownItem}
        onClick={() => {
          if (window.confirm(guideTexts.resetConfirm)) void flow.resetAll();
        }}
      >
        {guideTexts.resetAll}
      </button>
    </>
  );
}
