/** Why a worker does not start an assignment, as a sentence for the run page. */
export class RefusedAssignment extends Error {}
