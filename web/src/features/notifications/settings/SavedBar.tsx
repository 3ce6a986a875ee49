import { messageOf } from '@/api/ApiError.ts';
import { errorTexts } from '@/texts/errors.ts';
import { settingsTexts as texts } from '@/texts/notificationSettings.ts';
import { undone } from './cells.ts';
import classes from './settings.module.css';
import type { Settings } from './useSettings.ts';
import { actName, actWords } from './words.ts';

/** What has come of the last choices: saved, with a way back, or not saved, with a way to try again. It stays within sight. */
export function SavedBar({ settings }: { settings: Settings }) {
  const { saved, failed, saving, run, retry, dismiss } = settings;
  const undoable = saved !== null && saved.kind !== 'undo';
  return (
    <div className={classes.bar}>
      <div role="alert">
        {failed.length > 0 && (
          <div className={classes.said} data-failed>
            <div>
              {failed.map(({ act, error }) => (
                <p
                  key={act.changes
                    .map(({ notificationType, channel }) => notificationType + channel)
                    .join()}
                >
                  {texts.failed(actName(act), messageOf(error))}
                </p>
              ))}
            </div>
            <button type="button" onClick={retry}>
              {errorTexts.retry}
            </button>
            <button type="button" onClick={dismiss}>
              {texts.dismiss}
            </button>
          </div>
        )}
      </div>
      <div role="status">
        {saving && <span className={classes.said}>{texts.saving}</span>}
        {!saving && saved && (
          <div className={classes.said}>
            <p>{saved.kind === 'undo' ? actWords(saved) : texts.saved(actWords(saved))}</p>
            {undoable && (
              <button type="button" onClick={() => run(undone(saved))}>
                {texts.undo}
              </button>
            )}
            <button type="button" onClick={dismiss}>
              {texts.dismiss}
            </button>
          </div>
        )}
      </div>
    </div>
  );
}
