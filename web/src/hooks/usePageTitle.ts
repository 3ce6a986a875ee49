import { useEffect } from 'react';
import { shellTexts } from '@/texts/shell.ts';

/** The document's title: the page, then the product. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} – ${shellTexts.product}` : shellTexts.product;
  }, [title]);
}
