import { Link } from 'react-router';
import { boardTexts as texts } from '@/texts/boards.ts';
import { BOARDS } from './paths.ts';

/** From pages of tasks. */
export default function BoardsWay() {
  return <Link to={BOARDS}>{texts.title}</Link>;
}
