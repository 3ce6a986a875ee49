import { Button } from '@mantine/core';
import { IconArrowLeft, IconMapPinOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { openReport } from '@/commands/events.ts';
import { LongText } from '@/components/LongText.tsx';
import { SmartLink } from '@/components/SmartLink.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { useMe } from '@/features/accounts/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { dateOf } from '@/lib/dates.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { loginPath } from '@/lib/nextPath.ts';
import { useSignedIn } from '@/lib/session.ts';
import { reportLabel } from '@/texts/area.ts';
import {
  infopointActTexts,
  infopointMapTexts,
  infopointTypes,
  infopointPageTexts as texts,
} from '@/texts/infopoints.ts';
import { changedAnew, infopointCalls, infopointQuery } from './api.ts';
import { ConnectionButtons } from './components/ConnectionButtons.tsx';
import classes from './components/infopoints.module.css';
import { NewPlacesButton } from './components/NewPlacesButton.tsx';
import { around } from './lib/bounds.ts';
import { positionWords } from './lib/coordinates.ts';
import { AROUND_ONE, LazyMap } from './map/index.tsx';
import { editInfopointPath, INFOPOINTS, infopointPath, onMapPath } from './paths.ts';
import type { Infopoint } from './types.ts';

const PictureView = lazy(() => loadPart(() => import('./components/PictureView.tsx')));

/** /infopoint/12: a place. */
export default function InfopointPage() {
  const id = Number(useParams().idInfopoint);
  const isId = Number.isSafeInteger(id) && id > 0;
  const { data, error, refetch } = useQuery({ ...infopointQuery(id), enabled: isId });
  usePageTitle(data?.name);
  if (error && data === undefined) {
    return <ErrorState error={error} page onRetry={() => void refetch()} />;
  }
  if (data) return <Place key={data.idInfopoint} point={data} />;
  if (data === null || !isId) {
    return (
      <EmptyState
        page
        title={texts.absent.title}
        text={texts.absent.text}
        icon={<IconMapPinOff size={28} stroke={1.5} />}
      >
        <Button component={Link} to={INFOPOINTS} variant="default">
          {texts.back}
        </Button>
      </EmptyState>
    );
  }
  return <LoadingState />;
}

function Place({ point }: { point: Infopoint }) {
  const { idInfopoint, name, abilities, description, pictures, author } = point;
  const me = useMe();
  const signedIn = useSignedIn();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isRemoving, setRemoving] = useState(false);
  const mayEdit = abilities.includes('EDIT');
  const { longitude, latitude } = point;
  const view = useMemo(() => around({ longitude, latitude }, AROUND_ONE), [longitude, latitude]);
  const pins = useMemo(
    () => [{ id: idInfopoint, name, longitude, latitude }],
    [idInfopoint, name, longitude, latitude],
  );
  return (
    <div className={classes.page}>
      <Link className={classes.plain} to={INFOPOINTS}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />
        {texts.back}
      </Link>
      <div className={classes.head}>
        <div>
          <h1 className={classes.title} tabIndex={-1} dir="auto">
            {name}
          </h1>
          <p className={classes.about}>{infopointTypes[point.idType] ?? infopointTypes.OTHER}</p>
        </div>
        <div className={classes.buttons}>
          <ConnectionButtons point={point} words />
          {mayEdit && (
            <Button component={Link} to={editInfopointPath(idInfopoint)} variant="default">
              {pictures.length === 0 ? texts.editOrAddPictures : texts.edit}
            </Button>
          )}
          {abilities.includes('DELETE') && (
            <Button variant="default" onClick={() => setRemoving(true)}>
              {texts.remove}
            </Button>
          )}
        </div>
      </div>
      {point.hidden && <span className={classes.mark}>{texts.hidden}</span>}
      <div className={classes.columns}>
        <div className={classes.section}>
          {description && <LongText text={description} />}
          <Facts point={point} />
        </div>
        <div className={classes.small}>
          <LazyMap
            label={infopointMapTexts.point(name)}
            view={view}
            pins={pins}
            selected={idInfopoint}
          />
        </div>
      </div>
      {pictures.length > 0 && <Pictures point={point} />}
      <div className={classes.acts}>
        <Button component={Link} to={onMapPath(idInfopoint)} variant="subtle">
          {texts.onMap}
        </Button>
        {signedIn && <NewPlacesButton point={point} />}
        {signedIn && author.idUser !== me?.idUser && (
          <Button
            variant="subtle"
            onClick={() => openReport({ targetType: 'INFOPOINT', targetId: idInfopoint })}
          >
            {reportLabel}
          </Button>
        )}
        {!signedIn && (
          <Link className={classes.plain} to={loginPath(infopointPath(idInfopoint))}>
            {infopointActTexts.signIn}
          </Link>
        )}
      </div>
      {isRemoving && (
        <ConfirmCall
          title={texts.removeTitle(name)}
          text={texts.removeText}
          action={texts.remove}
          danger
          call={() => infopointCalls.remove(idInfopoint)}
          said={texts.removed}
          onDone={() => {
            void navigate(INFOPOINTS, { replace: true });
            void changedAnew(client, idInfopoint);
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  );
}

function Facts({ point }: { point: Infopoint }) {
  const { hours, address, link, municipality, author, daUpdated } = point;
  const facts = [
    [texts.hours, hours],
    [texts.address, address],
    [texts.link, link && <SmartLink to={link}>{link}</SmartLink>],
    [texts.municipality, municipality],
    [texts.position, positionWords(point)],
    [texts.addedBy, <Author key="author" author={author} />],
  ] as const;
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(
          ([what, said]) =>
            said && (
              <div key={what}>
                <dt>{what}</dt>
                <dd className={classes.lines} dir="auto">
                  {said}
                </dd>
              </div>
            ),
        )}
      </dl>
      <p className={classes.faint}>{texts.changed(dateOf(daUpdated))}</p>
    </>
  );
}

function Author({ author: { kind, idUser, slug, displayName } }: Pick<Infopoint, 'author'>) {
  if (!slug) return displayName;
  return (
    <Link
      to={kind === 'person' ? `/u/${slug}` : `/${slug}`}
      data-person={(kind === 'person' && idUser) || undefined}
      dir="auto"
    >
      {displayName}
    </Link>
  );
}

function Pictures({ point: { pictures } }: { point: Infopoint }) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <section className={classes.section} aria-label={texts.pictures}>
      <ul className={classes.pictures}>
        {pictures.map(({ image, url, alt, width, height }, index) => (
          <li key={image}>
            <button
              type="button"
              className={classes.picture}
              aria-label={
                alt ? `${texts.openPicture(index + 1)}: ${alt}` : texts.openPicture(index + 1)
              }
              onClick={() => setOpen(index)}
            >
              <img src={`${url}&w=512`} alt="" width={width} height={height} loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
      {open !== null && (
        <Suspense>
          <PictureView pictures={pictures} first={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </section>
  );
}
