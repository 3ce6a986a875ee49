import { Button } from '@mantine/core';
import dialogClasses from '@/components/Dialog.module.css';
import { Dialog } from '@/components/Dialog.tsx';
import { guideTexts } from '@/texts/guides.ts';
import type { Guide } from './catalog.ts';
import classes from './guides.module.css';

type WelcomeProps = { onStart: () => void; onSkip: () => void; onClose: () => void };

export function Welcome({ onStart, onSkip, onClose }: WelcomeProps) {
  return (
    <Dialog required title={guideTexts.welcome.title} onClose={onClose}>
      <p>{guideTexts.welcome.text}</p>
      <Choice onSkip={onSkip} onStart={onStart} />
    </Dialog>
  );
}

type IntroProps = WelcomeProps & { guide: Guide };

export function GuideIntro({ guide, onStart, onSkip, onClose }: IntroProps) {
  return (
    <Dialog title={guide.title} onClose={onClose}>
      <p>
        {guide.description}{' '}
        <span className={classes.duration}>{guideTexts.minutes(guide.duration)}</span>
      </p>
      <ul className={classes.features}>
        {guide.features.map(({ icon, text }) => (
          <li key={text}>
            <span aria-hidden="true">{icon}</span> {text}
          </li>
        ))}
      </ul>
      <Choice onSkip={onSkip} onStart={onStart} />
    </Dialog>
  );
}

function Choice({ onStart, onSkip }: Pick<WelcomeProps, 'onStart' | 'onSkip'>) {
  return (
    <div className={dialogClasses.buttons}>
      <Button variant="default" onClick={onSkip}>
        {guideTexts.skip}
      </Button>
      <Button autoFocus onClick={onStart}>
        {guideTexts.start}
      </Button>
    </div>
  );
}

/** Why the mandatory guide cannot be left. */
export function GuideAlert({ kind, onOk }: { kind: 'skip' | 'close'; onOk: () => void }) {
  const skip = kind === 'skip';
  return (
    <Dialog title={skip ? guideTexts.skipTitle : guideTexts.closeTitle} onClose={onOk}>
      <p role="alert">{skip ? guideTexts.skipText : guideTexts.closeText}</p>
      <div className={dialogClasses.buttons}>
        <Button autoFocus onClick={onOk}>
          {guideTexts.ok}
        </Button>
      </div>
    </Dialog>
  );
}
