/** From here on blocks share rows, on this page as on the public one. */
export const ROWS = window.matchMedia('(min-width: 560px)')
