import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { articleTexts as texts } from '@/texts/articles.ts';
import { articleLists } from './api.ts';
import { ArticleList } from './components/ArticleList.tsx';
import classes from './components/articles.module.css';
import { NoArticles } from './components/NoArticles.tsx';

/** /blogg: what the platform itself has published. */
export default function BlogPage() {
  usePageTitle(texts.blog);
  return (
    <div className={classes.page}>
      <h1 className={classes.title} tabIndex={-1}>
        {texts.blog}
      </h1>
      <p className={classes.lead}>{texts.blogLead}</p>
      <ArticleList
        list={articleLists.blog}
        label={texts.list}
        empty={<NoArticles text={texts.empty.everybody} write={null} />}
      />
    </div>
  );
}
