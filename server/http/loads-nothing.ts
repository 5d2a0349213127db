/** The name of a tag `link`, with a prefix where there is one; in a page of two bytes a letter, zeros stand between. */
const LINK = /(<\0?(?:(?:[\w.-]\0?)+:\0?)?l\0?)i(\0?n\0?k)/gi;

/**
 * A page or drawing without its links to other files: no policy keeps a browser from opening a connection where one says
 * `preconnect`, which would tell somebody who reads it, and when. As long as it was, so that parts of it are the same.
 */
export const loadsNothing = (page: Buffer): Buffer =>
  Buffer.from(page.toString("latin1").replace(LINK, "$1_$2"), "latin1");
