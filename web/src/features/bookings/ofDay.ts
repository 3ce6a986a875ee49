/** What one has booked on a day: in the calendar's day, and in one's own. */
export { default as BookingsOfDay } from './BookingsOfDay.tsx';
export { default as MyDayBookings } from './MyDayBookings.tsx';
