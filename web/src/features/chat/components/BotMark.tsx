import { chatTexts } from '@/texts/chat.ts';
import classes from './MessageRow.module.css';

/** Behind the name of a program: no person said it. */
export const BotMark = ({ of }: { of: { isBot?: boolean | null } }) =>
  of.isBot ? <small className={classes.bot}>{chatTexts.bot}</small> : null;
