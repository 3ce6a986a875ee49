/** For messages: a booking as a card. */
export { default } from './components/BookingInMessage.tsx';
