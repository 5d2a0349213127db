/** A run that cannot start as it was asked to, in one sentence for the person who asked; nothing is wrong with the code. */
export class Refusal extends Error {}
