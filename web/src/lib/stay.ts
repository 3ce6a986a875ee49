/**
 * The state of a navigation that is part of something else (a switch that is told in a toast, a
 * post that is written where one is): being there already is no wish to load the page anew.
 */
export const STAY = 'stay';
