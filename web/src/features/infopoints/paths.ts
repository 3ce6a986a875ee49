export const INFOPOINTS = '/infopoint';
export const NEW = `${INFOPOINTS}/ny`;
/** Added in the name of an organisation. */
export const newFor = (idEntity: number): string => `${NEW}?organization=${idEntity}`;
export const infopointPath = (id: number): string => `${INFOPOINTS}/${id}`;
export const editInfopointPath = (id: number): string => `${infopointPath(id)}/redigera`;
/** A place alone on the large map. */
export const onMapPath = (id: number): string => `${INFOPOINTS}?plats=${id}`;
