/** A reason not to go on that the operator can act on: printed as it is, without a stack. */
export class Stop extends Error {}
