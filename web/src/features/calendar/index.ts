/** The door for other features. */
export { fetchToday, Today } from './Today.tsx';
