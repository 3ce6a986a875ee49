/** For messages: an event as a card. */
export { default } from './event/EventCard.tsx';
