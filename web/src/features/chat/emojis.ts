/** The choice of an emoji, fetched when it is asked for. */
export { default } from './components/EmojiSheet.tsx';
