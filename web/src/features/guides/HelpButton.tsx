import { IconHelp } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { Dropdown } from '@/components/Dropdown.tsx';
import { loadPart } from '@/lib/loadPart.ts';
import { guideHelpTexts } from '@/texts/shell.ts';

const HelpMenu = lazy(() => loadPart(() => import('./HelpMenu.tsx')));

/** Not on /messages, where one writes. Narrow desks hide it by CSS (`className`). */
export function HelpButton({ className }: { className: string | undefined }) {
  const area = useLocation().pathname.split('/')[1];
  if (area === 'messages') return null;
  return (
    <Dropdown
      className={className}
      name={guideHelpTexts.help}
      label={<IconHelp size={20} stroke={1.75} aria-hidden="true" />}
    >
      {() => (
        <Suspense>
          <HelpMenu />
        </Suspense>
      )}
    </Dropdown>
  );
}
