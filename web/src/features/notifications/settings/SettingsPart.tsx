import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Card } from '@/components/Card.tsx';
import { settingsTexts as texts } from '@/texts/notificationSettings.ts';
import { SETTINGS_PATH } from './paths.ts';

/** In the settings: where one chooses what comes how. */
export default function SettingsPart() {
  return (
    <Card id="notifications" title={texts.short} text={texts.part}>
      <Button component={Link} to={SETTINGS_PATH} variant="default">
        {texts.open}
      </Button>
    </Card>
  );
}
