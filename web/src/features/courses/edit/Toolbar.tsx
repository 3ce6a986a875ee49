import {
  IconBlockquote,
  IconBold,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconTable,
} from '@tabler/icons-react';
import { type RefObject, useRef } from 'react';
import { PictureInput } from '@/components/PictureInput.tsx';
import { lessonEditTexts as texts } from '@/texts/courses.ts';
import classes from './edit.module.css';
import { type Tool, use } from './toolbar.ts';

const ICONS = {
  heading: IconHeading,
  bold: IconBold,
  italic: IconItalic,
  list: IconList,
  numbers: IconListNumbers,
  quote: IconBlockquote,
  link: IconLink,
  table: IconTable,
} satisfies Record<Tool, unknown>;
const TOOLS = Object.keys(ICONS) as Tool[];

type ToolbarProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
  /** Pictures that somebody chose. */
  onPicture: (picture: File) => void;
};

/** Signs for what is chosen in the field; the choice stays. */
export function Toolbar({ field, onChange, onPicture }: ToolbarProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const apply = (tool: Tool) => {
    const area = field.current;
    if (!area) return;
    const { value: text, selectionStart: from, selectionEnd: to } = area;
    const next = use(tool, { text, from, to });
    onChange(next.text);
    // Once the field has the new text.
    requestAnimationFrame(() => {
      area.focus();
      area.setSelectionRange(next.from, next.to);
    });
  };
  return (
    <fieldset className={classes.bar} aria-label={texts.toolbar}>
      {TOOLS.map((tool) => {
        const Icon = ICONS[tool];
        return (
          <button
            key={tool}
            type="button"
            className={classes.tool}
            aria-label={texts.tools[tool]}
            title={texts.tools[tool]}
            onClick={() => apply(tool)}
          >
            <Icon size={20} stroke={1.75} aria-hidden="true" />
          </button>
        );
      })}
      <button
        type="button"
        className={classes.tool}
        aria-label={texts.picture}
        title={texts.picture}
        onClick={() => chooser.current?.click()}
      >
        <IconPhoto size={20} stroke={1.75} aria-hidden="true" />
      </button>
      <PictureInput ref={chooser} label={texts.picture} onChoose={onPicture} />
    </fieldset>
  );
}
