import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useActing } from '@/features/context/index.ts';
import { articleTexts as texts } from '@/texts/articles.ts';
import { articleLists } from './api.ts';
import { ArticleList } from './components/ArticleList.tsx';
import classes from './components/articles.module.css';
import { NoArticles } from './components/NoArticles.tsx';
import { ARTICLES, newArticlePath } from './paths.ts';
import { useWriters } from './writers.ts';

/** On the start page: my own articles, drafts too; of the organisation that I act for, where I write in its name. */
export default function MyArticles() {
  const acting = useActing();
  const entity = useWriters()?.find(({ idEntity }) => idEntity === acting?.id);
  const write = newArticlePath(entity?.idEntity);
  const title = entity ? texts.of(entity.entityName) : texts.mine;
  return (
    <div className={classes.section}>
      <div className={classes.head}>
        <h2>{title}</h2>
        <div className={classes.actions}>
          <Button component={Link} to={ARTICLES} variant="default">
            {texts.all}
          </Button>
          <Button component={Link} to={write}>
            {texts.write}
          </Button>
        </div>
      </div>
      <ArticleList
        key={entity?.idEntity ?? 0}
        list={entity ? articleLists.entity(entity.idEntity, true) : articleLists.mine}
        label={title}
        level={3}
        empty={<NoArticles text={entity ? texts.empty.entity : texts.empty.mine} write={write} />}
      />
    </div>
  );
}
