import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

const LIMIT = 4;

export default function ToastStack() {
  return <Notifications position="bottom-right" limit={LIMIT} transitionDuration={120} />;
}
