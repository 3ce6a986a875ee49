/** The door for other features. */
export { Today } from './Today.tsx';
