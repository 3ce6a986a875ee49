import { keyName } from '@/commands/keyNames.ts';
import { type Command, isSingle, knownCommands, type Scope } from '@/commands/registry.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { usePreferences } from '@/lib/preferences.ts';
import { shortcutListTexts as texts } from '@/texts/shell.ts';
import classes from './shortcuts.module.css';

const SCOPES: Scope[] = ['everywhere', 'chat', 'composer', 'calendar', 'create'];

/** Every key of the command registry, by where it counts. */
export default function ShortcutList({ onClose }: { onClose: () => void }) {
  const { singleKeyShortcuts } = usePreferences();
  const commands = knownCommands().filter(({ keys, word }) => keys ?? word);
  return (
    <Dialog title={texts.title} onClose={onClose}>
      {SCOPES.map((scope) => ({ scope, of: commands.filter((one) => one.scope === scope) }))
        .filter(({ of }) => of.length > 0)
        .map(({ scope, of }) => (
          <section key={scope} className={classes.section}>
            <h3>{texts.scopes[scope]}</h3>
            <dl className={classes.keys}>{of.map(entry)}</dl>
          </section>
        ))}
      {!singleKeyShortcuts && commands.some(({ keys }) => keys && isSingle(keys)) && (
        <p className={classes.note}>{texts.singleOff}</p>
      )}
    </Dialog>
  );
}

const entry = ({ id, label, keys, use }: Command) => (
  <div key={id} className={classes.entry}>
    <dt>{label}</dt>
    <dd>
      <kbd>{keys ? keyName(keys) : use}</kbd>
    </dd>
  </div>
);
