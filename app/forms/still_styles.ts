const MOVING = /animation|transition|scroll-behavior/
/** In the first layer, which has no name to be joined by, it counts for more than whatever else is `!important`. */
const STILL =
  '@layer{@media (prefers-reduced-motion:reduce){*,::before,::after{' +
  'animation-duration:1ms!important;animation-delay:0s!important;animation-iteration-count:1!important;' +
  'animation-timeline:auto!important;' +
  'transition-duration:0s!important;transition-delay:0s!important;scroll-behavior:auto!important}}}'

/** A creator's CSS, with which nothing moves for people who asked for that: what is animated is at its end at once. */
export function withoutMotion(css: string): string {
  return MOVING.test(css) ? STILL + css : css
}
