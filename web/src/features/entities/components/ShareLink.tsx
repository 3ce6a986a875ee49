import { Button, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { Entity } from '@/api/types.ts';
import { Card } from '@/components/Card.tsx';
import { toast } from '@/components/toast.ts';
import { entityTexts } from '@/texts/entityPages.ts';
import classes from './entities.module.css';

const texts = entityTexts.people;

/** How new people find the way in. */
export function ShareLink({ entity }: { entity: Entity }) {
  const address = `${window.location.origin}/${entity.entitySlug}`;
  const inviteOnly = entity.membershipMode === 'INVITE_ONLY';

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      toast({ type: 'success', message: texts.copied });
    } catch {
      toast({ type: 'error', message: texts.copyFailed });
    }
  }

  return (
    <Card
      id="share"
      title={texts.linkTitle}
      text={inviteOnly ? texts.linkTextInvite : texts.linkText}
    >
      <div className={classes.share}>
        <TextInput
          readOnly
          value={address}
          aria-label={texts.linkTitle}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="default"
          leftSection={<IconCopy size={18} aria-hidden="true" />}
          onClick={copy}
        >
          {texts.copy}
        </Button>
      </div>
    </Card>
  );
}
