/** How long a day is written, as a setting. */
export const DAY_STYLES = ['short', 'medium', 'long', 'full'] as const

/** What creators read of it. */
export const DAY_STYLE_LABELS = {
  short: '2/29/24',
  medium: 'Feb 29, 2024',
  long: 'February 29, 2024',
  full: 'Thursday, February 29, 2024',
}
