/** The field for one of one's contacts, on pages of other areas. */
export { ContactPicker as default } from './pickers.tsx';
