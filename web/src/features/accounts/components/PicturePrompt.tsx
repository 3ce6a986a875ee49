import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { User } from '@/api/types.ts';
import dialogClasses from '@/components/Dialog.module.css';
import { guidesQuery } from '@/features/guides/api.ts';
import { useModal } from '@/hooks/useModal.ts';
import { useFree } from '@/lib/writing.ts';
import { pictureTexts } from '@/texts/updates.ts';
import { NO_MUNICIPALITY, useMe } from '../api.ts';

export const PROMPT_AFTER_MS = 60_000;

export const hasPicture = ({ profileImage }: Pick<User, 'profileImage'>): boolean =>
  Boolean(profileImage) && profileImage !== '0';

/** Asks for a picture once, when everything else that is asked for is done. */
export function PicturePrompt() {
  const me = useMe();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const lacking =
    me !== undefined && me.selectedMunicipalityId !== NO_MUNICIPALITY && !hasPicture(me);
  const { data: guides } = useQuery({ ...guidesQuery, enabled: lacking });
  const wanted = lacking && guides?.status.hasCompletedMandatoryGuides === true;

  useEffect(() => {
    if (!wanted || asked) return;
    const timer = setTimeout(() => {
      setAsked(true);
      setOpen(true);
    }, PROMPT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wanted, asked]);

  const free = useFree(open && wanted);
  if (!open || !wanted || !free) return null;
  return <Prompt userName={me.userName} onClose={() => setOpen(false)} />;
}

/** No way around it but the one it asks for; it comes once. */
function Prompt({ userName, onClose }: { userName: string; onClose: () => void }) {
  const dialog = useModal({ required: true });
  return (
    <dialog
      ref={dialog}
      className={dialogClasses.dialog}
      aria-labelledby="picture-title"
      aria-describedby="picture-text"
    >
      <div className={dialogClasses.sheet}>
        <div className={dialogClasses.head}>
          <h2 id="picture-title">{pictureTexts.title}</h2>
        </div>
        <div id="picture-text">
          <p>{pictureTexts.required}</p>
          <p>{pictureTexts.reason}</p>
        </div>
        <div className={dialogClasses.buttons}>
          <Button component={Link} to={`/${userName}/settings`} onClick={onClose}>
            {pictureTexts.upload}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
