import { Button } from '@mantine/core';
import { IconHeart, IconX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { PagedList } from '@/area/PagedList.tsx';
import { EmptyState } from '@/components/states.tsx';
import { infopointTexts, infopointMineTexts as texts } from '@/texts/infopoints.ts';
import { mineQuery, ownQuery } from './api.ts';
import classes from './components/infopoints.module.css';
import { PointRow } from './components/PointRow.tsx';
import { INFOPOINTS, NEW } from './paths.ts';
import { useHearing } from './useHearing.ts';

/** On the start page: favourites and followed places, and what one has added. */
export default function MyInfopoints() {
  const mine = useInfiniteQuery(mineQuery);
  const own = useInfiniteQuery(ownQuery);
  const added = own.data?.pages.flatMap(({ content }) => content) ?? [];
  return (
    <div className={classes.section}>
      <div className={classes.head}>
        <h2>{texts.title}</h2>
        <div className={classes.buttons}>
          <Button component={Link} to={INFOPOINTS} variant="default">
            {texts.all}
          </Button>
          <Button component={Link} to={NEW}>
            {infopointTexts.add}
          </Button>
        </div>
      </div>
      <h3>{texts.followed}</h3>
      <PagedList
        query={mine}
        items={mine.data?.pages.flatMap(({ content }) => content) ?? []}
        keyOf={({ idInfopoint }) => idInfopoint}
        row={(point) => <PointRow point={point} />}
        label={texts.followed}
        className={classes.list}
        empty={
          <EmptyState
            title={texts.empty.title}
            text={texts.empty.text}
            icon={<IconHeart size={28} stroke={1.5} />}
          />
        }
      />
      <Municipalities all={mine.data?.pages[0]?.municipalities ?? []} />
      {added.length > 0 && (
        <>
          <h3>{texts.own}</h3>
          <PagedList
            query={own}
            items={added}
            keyOf={({ idInfopoint }) => idInfopoint}
            row={(point) => <PointRow point={point} />}
            label={texts.own}
            className={classes.list}
            empty={null}
          />
        </>
      )}
    </div>
  );
}

type MunicipalitiesProps = { all: { idMunicipality: number; name: string }[] };

/** Where one hears of new places. */
function Municipalities({ all }: MunicipalitiesProps) {
  const hear = useHearing();
  if (all.length === 0) return null;
  return (
    <>
      <h3>{texts.municipalities}</h3>
      <ul className={classes.list} aria-label={texts.municipalities}>
        {all.map((one) => (
          <li key={one.idMunicipality} className={classes.row}>
            <span className={classes.words}>{one.name}</span>
            <button
              type="button"
              className={classes.toggle}
              aria-label={texts.stop(one.name)}
              onClick={() => void hear(one, false)}
            >
              <IconX size={20} stroke={1.75} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
