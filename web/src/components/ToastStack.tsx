import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import classes from './ToastStack.module.css';

const LIMIT = 4;

export default function ToastStack() {
  return (
    <Notifications
      // Not at the bottom: there one writes.
      position="top-right"
      limit={LIMIT}
      // Also over a guide's veil.
      zIndex={20_000}
      transitionDuration={120}
      classNames={{ root: classes.root }}
    />
  );
}
