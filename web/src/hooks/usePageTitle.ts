import { useEffect } from 'react';
import { shellTexts } from '@/texts/shell.ts';

/** The document's title: the page, then the product; null: somebody else says it. */
export function usePageTitle(title?: string | null): void {
  useEffect(() => {
    if (title === null) return;
    document.title = title ? `${title} – ${shellTexts.product}` : shellTexts.product;
  }, [title]);
}
