/** For messages: a post as a card. */
export { default } from './components/PostInMessage.tsx';
