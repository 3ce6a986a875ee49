export const BOARDS = '/tavlor';

export const boardPath = (idBoard: number): string => `/tavla/${idBoard}`;

/** With the dialog that makes one open. */
export const newBoardPath = (idEntity?: number): string =>
  idEntity === undefined ? `${BOARDS}?ny` : `${BOARDS}?ny=${idEntity}`;
