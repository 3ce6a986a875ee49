/** The door for other features: the bell knows what was read in its own place. */
export { readSeen } from './seen.ts';
