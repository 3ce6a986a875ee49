/** The door for other features. */
export { YearOfDays } from './YearOfDays.tsx';
