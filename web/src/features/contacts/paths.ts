export const CONTACTS = '/kontakter';
export const ADD_CONTACTS = '/kontakter/lagg-till';
export const IMPORT_CONTACTS = '/kontakter/importera';
export const writeTo = (userId: number) => `/messages?to=${userId}`;
export const pageOf = (person: { slug: string }) => `/u/${person.slug}`;
