import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useMe } from '@/features/accounts/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { useSignedIn } from '@/lib/session.ts';
import { articleTexts as texts } from '@/texts/articles.ts';
import { articleLists } from './api.ts';
import { ArticleList } from './components/ArticleList.tsx';
import classes from './components/articles.module.css';
import { NoArticles } from './components/NoArticles.tsx';
import { newArticlePath } from './paths.ts';
import { useWriters } from './writers.ts';

/** /artiklar: what everybody has published; with ?organization=3 an organisation's, with ?user=3 a person's. */
export default function ArticlesPage() {
  const [params] = useSearchParams();
  const named = (name: string) => {
    const id = Number(params.get(name) ?? '');
    return Number.isSafeInteger(id) && id > 0 ? id : null;
  };
  const [entity, user] = [named('organization'), named('user')];
  if (entity) return <OfEntity key={entity} id={entity} />;
  return user ? <OfPerson key={user} id={user} /> : <OfEverybody />;
}

function OfPerson({ id }: { id: number }) {
  const me = useMe();
  const list = articleLists.person(id);
  const { data } = useInfiniteQuery(list);
  const name = data?.pages[0]?.content[0]?.author.displayName;
  const title = name ? texts.of(name) : texts.title;
  usePageTitle(title);
  return (
    <div className={classes.page}>
      <h1 className={classes.title} tabIndex={-1}>
        {title}
      </h1>
      <ArticleList
        list={list}
        label={texts.list}
        empty={
          <NoArticles
            text={texts.empty.everybody}
            write={me?.idUser === id ? newArticlePath() : null}
          />
        }
      />
    </div>
  );
}

function OfEverybody() {
  const signedIn = useSignedIn();
  usePageTitle(texts.title);
  const write = signedIn ? newArticlePath() : null;
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          {texts.title}
        </h1>
        {write && (
          <Button component={Link} to={write}>
            {texts.write}
          </Button>
        )}
      </div>
      <p className={classes.lead}>{texts.lead}</p>
      <ArticleList
        list={articleLists.all}
        label={texts.list}
        empty={<NoArticles text={texts.empty.everybody} write={write} />}
      />
    </div>
  );
}

function OfEntity({ id }: { id: number }) {
  const signedIn = useSignedIn();
  const list = articleLists.entity(id, signedIn);
  const { data } = useInfiniteQuery(list);
  const mine = useWriters()?.find(({ idEntity }) => idEntity === id);
  const name = mine?.entityName ?? data?.pages[0]?.content[0]?.author.displayName;
  const title = name ? texts.of(name) : texts.title;
  const write = mine ? newArticlePath(id) : null;
  usePageTitle(title);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          {title}
        </h1>
        {write && (
          <Button component={Link} to={write}>
            {texts.write}
          </Button>
        )}
      </div>
      <ArticleList
        list={list}
        label={texts.list}
        empty={
          <NoArticles text={mine ? texts.empty.entity : texts.empty.everybody} write={write} />
        }
      />
    </div>
  );
}
