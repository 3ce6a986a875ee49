/** How a bookable (`status`) and a booking (`flStatus`) stand, as the wire numbers it. */
export const HIDDEN = 0;
export const AVAILABLE = 1;
/** Of a booking: waiting for an answer. */
export const PENDING = 3;
