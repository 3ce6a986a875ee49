import { type ComponentProps, type RefObject, useLayoutEffect } from 'react';
import { useCaretAtEnd } from '@/hooks/useCaretAtEnd.ts';
import classes from './Composer.module.css';

/** Asked once: where the browser sizes a field by its text nothing is measured here. */
let sizesItself: boolean | undefined;

/** A field as high as its text, up to ten lines. */
export function GrowingField({
  field,
  ...props
}: ComponentProps<'textarea'> & { field: RefObject<HTMLTextAreaElement | null> }) {
  useCaretAtEnd(field);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what the height follows
  useLayoutEffect(() => {
    const element = field.current;
    sizesItself ??= CSS.supports('field-sizing', 'content');
    if (!element || sizesItself) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, props.value]);
  return <textarea ref={field} className={classes.input} rows={1} {...props} />;
}
