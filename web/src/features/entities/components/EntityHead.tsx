import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Entity } from '@/api/types.ts';
import { Avatar } from '@/components/Avatar.tsx';
import classes from '@/components/profile.module.css';
import { workspacePath } from '@/features/chat/paths.ts';
import { homeWorkspacesQuery } from '@/features/start/api.ts';
import { isFamily } from '@/lib/family.ts';
import { loginPath } from '@/lib/nextPath.ts';
import { useSignedIn } from '@/lib/session.ts';
import { entityTypeLabel, relationLabel } from '@/texts/entities.ts';
import { entityTexts } from '@/texts/entityPages.ts';
import { EditEntity } from './EditEntity.tsx';
import { LikeEntity } from './LikeEntity.tsx';
import { MembershipActions } from './MembershipActions.tsx';

const texts = entityTexts.page;

export function EntityHead({ entity }: { entity: Entity }) {
  const signedIn = useSignedIn();
  const [editing, setEditing] = useState(false);

  return (
    <div className={classes.head} data-tour="org-head">
      <Avatar name={entity.entityName} image={entity.image} size={96} />
      <div className={classes.identity}>
        <h1 className={classes.name}>{entity.entityName}</h1>
        <p className={classes.facts}>
          <span>{entityTypeLabel(entity.entityType)}</span>
          <span>{texts.howToJoin[entity.membershipMode]}</span>
          {entity.txRelationType && <span>{texts.you(relationLabel(entity.txRelationType))}</span>}
          {!signedIn && entity.nrLikes > 0 && <span>{texts.likes(entity.nrLikes)}</span>}
        </p>
      </div>
      <div className={classes.actions}>
        {signedIn ? (
          <>
            <ChatLink entity={entity} />
            {entity.abilities.includes('EDIT') && (
              <Button variant="default" onClick={() => setEditing(true)}>
                {texts.edit}
              </Button>
            )}
            <MembershipActions entity={entity} />
            {!isFamily(entity) && <LikeEntity entity={entity} />}
          </>
        ) : (
          <Button component={Link} to={loginPath(`/${entity.entitySlug}`)}>
            {texts.login}
          </Button>
        )}
      </div>
      {signedIn && !entity.txRelationType && entity.membershipMode === 'INVITE_ONLY' && (
        <p className={classes.note}>{texts.inviteOnly}</p>
      )}
      {editing && <EditEntity entity={entity} onClose={() => setEditing(false)} />}
    </div>
  );
}

function ChatLink({ entity }: { entity: Entity }) {
  const { data: workspaces = [] } = useQuery(homeWorkspacesQuery);
  const workspace = workspaces.find((one) => one.entityId === entity.idEntity);
  if (!workspace) return null;
  return (
    <Button component={Link} to={workspacePath(workspace.workspaceId)} data-tour="org-chat">
      {texts.openChat}
    </Button>
  );
}
