/** What the gate says to whom it does not let in: what is missing, and how it is got. */
export const TOKEN_SENTENCE = "Points are taken with the attempt's own token, as Authorization: Bearer.";

export const LOGIN_SENTENCE =
  'You are not logged in here. Run "npx ablab login-link" in the checkout and open the link it prints.';

export const READING_SENTENCE =
  "That key does not read runs. One that does: npx ablab token new NAME --access read";

export const INGEST_SENTENCE =
  "Runs from outside come with an ingest token. Make one on the page Connect, or with: npx ablab token new NAME";
