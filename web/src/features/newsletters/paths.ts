export const newsletterPath = (idEntity: number, idNewsletter: number): string =>
  `/nyhetsbrev/${idEntity}/${idNewsletter}`;
