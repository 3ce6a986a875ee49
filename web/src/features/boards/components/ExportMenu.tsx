import { Dropdown, dropdownItem } from '@/components/Dropdown.tsx';
import { boardExportTexts as texts } from '@/texts/boardFiles.ts';
import { exportPath } from '../files.ts';
import classes from './export.module.css';

/** A board as a file. */
export const ExportMenu = ({ idBoard }: { idBoard: number }) => (
  <Dropdown label={texts.open} className={classes.button}>
    {(['json', 'csv'] as const).map((format) => (
      <a key={format} className={dropdownItem} href={exportPath(idBoard, format)} download>
        {texts[format]}
      </a>
    ))}
  </Dropdown>
);
